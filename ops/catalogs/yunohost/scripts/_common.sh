#!/bin/bash

nodejs_version=26

# Replaces the files of Vitrine by a build of the source code.
build() {
  ynh_setup_source --dest_dir="$install_dir" --full_replace --keep="env"
  chown -R "$app:$app" "$install_dir"
  pushd "$install_dir" || exit
  ynh_hide_warnings ynh_exec_as_app npm ci --no-audit --no-fund
  ynh_hide_warnings ynh_exec_as_app npm run build
  ynh_hide_warnings ynh_exec_as_app npm ci --omit=dev --workspace apps/api --no-audit --no-fund
  popd || exit
  rm -rf "$install_dir/.npm"
}

# The same file for both domains.
configure_nginx() {
  ynh_config_add_nginx
  cp "/etc/nginx/conf.d/$domain.d/$app.conf" "/etc/nginx/conf.d/$site_domain.d/$app.conf"
  ynh_systemctl --service=nginx --action=reload
}
