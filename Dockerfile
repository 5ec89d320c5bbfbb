# Container images of Vitrine. The last stage is the one of compose.yaml: docs/deployment.md. It contains
# Node.js, the shared libraries it loads, and Vitrine: no shell, no package manager, no development
# dependencies. The target "one" adds PostgreSQL: docs/one-container.md.
# Pinned by digest, because a tag can move to another image.
ARG BASE=node:26-bookworm-slim@sha256:367679cf9792759492a486e4aa4b421764d71a9546a6dae8aab81a99eb797b3e

# Builds the service, the dashboard, the site and client.js. Their output runs on every platform.
FROM --platform=$BUILDPLATFORM ${BASE} AS build
WORKDIR /app
# Manifests first: dependencies are installed again only when these change.
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/dashboard/package.json apps/dashboard/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/demo/package.json packages/demo/
COPY packages/markdown/package.json packages/markdown/
COPY packages/resume/package.json packages/resume/
COPY packages/site/package.json packages/site/
COPY packages/testing/package.json packages/testing/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# Installs the production dependencies and collects the system files they need.
FROM ${BASE} AS production
# Symbols that only a debugger reads are a fifth of Node.js.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils && strip /usr/local/bin/node
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/dashboard/package.json apps/dashboard/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/demo/package.json packages/demo/
COPY packages/markdown/package.json packages/markdown/
COPY packages/resume/package.json packages/resume/
COPY packages/site/package.json packages/site/
COPY packages/testing/package.json packages/testing/
# Deletes what the service never reads: types, source maps, manuals, and the code of libraries that the
# builds contain. Their licenses and manifests stay, so that scanners find them.
RUN npm ci --omit=dev --workspace apps/api --no-audit --no-fund \
 && cd node_modules \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.?ts' -o -name '*.md' \) ! -iname 'license*' -delete \
 && find @zxcvbn-ts fastify highlight.js kysely luxon pg-boss pino react react-dom -type f \
    ! -iname 'license*' ! -name package.json -delete \
 && rm -r zod/src @hyzyla/pdfium/dist/*base64* ../package-lock.json ../.npmrc
COPY LICENSE ./
# The processes that read uploads and imports run from source.
COPY packages/contract/ packages/contract/
COPY packages/resume/ packages/resume/
COPY apps/api/ apps/api/
COPY --from=build /app/packages/client/dist/ packages/client/dist/
COPY --from=build /app/packages/site/dist/ packages/site/dist/
COPY --from=build /app/apps/dashboard/dist/ apps/dashboard/dist/
COPY --from=build /app/apps/api/dist/ apps/api/dist/
# ldd lists the libraries that Node.js and the native modules load. The vitrine command starts with
# `env`. The licenses of all of these come along, and their versions, which scanners read.
RUN mkdir -p /system/etc /system/usr/bin /system/usr/local/bin /system/var/lib/dpkg/status.d \
    /own/tmp /own/var/lib/vitrine/media /own/var/lib/vitrine/backups \
 && chmod 1777 /own/tmp \
 && find node_modules/@img node_modules/@myriaddreamin node_modules/lightningcss-* -name '*.node' -o -name '*.so*' \
  | xargs ldd /usr/local/bin/node /usr/bin/env \
  | grep -oE '/[^ ]+ \(0x' | cut -d' ' -f1 | grep -v ^/app/ | sort -u | xargs cp -L --parents -t /system \
 && cp /usr/bin/env /system/usr/bin/ \
 && cp /usr/local/bin/node /system/usr/local/bin/ \
 && cp /usr/local/LICENSE /system/usr/local/ \
 && for package in coreutils libc6 libgcc-s1 libstdc++6; do \
      cp --parents /usr/share/doc/$package/copyright /system; \
      dpkg-query --status $package > /system/var/lib/dpkg/status.d/$package; \
    done \
 && chmod 755 apps/api/dist/vitrine.js \
 && ln -s /app/apps/api/dist/vitrine.js /system/usr/local/bin/vitrine \
 && echo 'hosts: files dns' > /system/etc/nsswitch.conf \
 && echo 'vitrine:x:10001:10001::/tmp:/nonexistent' > /system/etc/passwd \
 && echo 'vitrine:x:10001:' > /system/etc/group

# What both images have.
FROM scratch AS vitrine
COPY --from=production /system/ /
# A new volume mounted at one of these folders inherits their owner.
COPY --from=production --chown=10001:10001 /own/ /
WORKDIR /app
COPY --from=production /app/ ./
ENV PATH=/usr/local/bin:/usr/bin \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0
USER 10001:10001
STOPSIGNAL SIGTERM
# /healthz reports whether the process is alive. /readyz may fail while the database is unavailable,
# which a restart does not fix. A busy machine takes seconds to start Node.
HEALTHCHECK --interval=10s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]

# PostgreSQL, s6 and what their scripts need.
FROM ${BASE} AS postgres
# The version, and an older one whose data this image can upgrade.
ARG POSTGRES=18
ARG POSTGRES_FROM=
# "pgdg" is the repository of the PostgreSQL project. It can also be a line for the sources of apt.
ARG POSTGRES_SOURCE=pgdg
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ca-certificates postgresql-common \
 && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf \
 && if [ "$POSTGRES_SOURCE" = pgdg ]; then /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; \
    else echo "$POSTGRES_SOURCE" > /etc/apt/sources.list.d/postgres.list && apt-get update -qq; fi \
 && apt-get install -y -qq --no-install-recommends s6 tzdata \
    postgresql-$POSTGRES ${POSTGRES_FROM:+postgresql-$POSTGRES_FROM}
# An initialized cluster: initdb would need a name for the user and a shell, and other users can start a copy.
# Segments of 1 MB keep it small.
RUN install -d -o postgres /usr/share/vitrine \
 && setpriv --reuid postgres --regid postgres --clear-groups /usr/lib/postgresql/$POSTGRES/bin/initdb \
    --pgdata /usr/share/vitrine/cluster --username vitrine --encoding UTF8 --locale C.UTF-8 --data-checksums \
    --wal-segsize 1 --auth-local trust --auth-host reject --no-sync >/dev/null \
 && echo 'alter database postgres rename to vitrine' \
  | setpriv --reuid postgres --regid postgres --clear-groups /usr/lib/postgresql/$POSTGRES/bin/postgres \
    --single -D /usr/share/vitrine/cluster template1 >/dev/null \
 && chown -R root:root /usr/share/vitrine && chmod -R a+rX /usr/share/vitrine
# Without JIT compilation (LLVM) and headers, and with the libraries of this stage for Node.js, too: all
# programs in an image load the same C library.
RUN set -eu; mkdir -p /system /own/data; mkdir -m 1777 /own/run; \
    for major in $POSTGRES $POSTGRES_FROM; do \
      lib=/usr/lib/postgresql/$major; \
      rm -rf $lib/lib/bitcode $lib/lib/llvmjit* $lib/lib/pgxs; \
      cp -a --parents $lib/lib /usr/share/postgresql/$major /system; \
      for program in postgres pg_dump pg_isready psql; do cp --parents $lib/bin/$program /system; done; \
    done; \
    cp -a --parents /usr/share/vitrine /usr/share/zoneinfo /usr/lib/locale/C.utf8 /system; \
    rm -rf /system/usr/share/zoneinfo/right /system/usr/share/zoneinfo/posix; \
    install -D /bin/dash /system/bin/sh; \
    for program in chown find flock id s6-ftrigrd s6-supervise s6-svc s6-svlisten1 s6-svscan s6-svscanctl setpriv sync; do \
      install -D "$(command -v $program)" /system/usr/bin/$program; \
    done; \
    find /system -type f \( -perm /111 -o -name '*.so*' \) -exec ldd /usr/local/bin/node {} + 2>/dev/null \
      | grep -oE '/[^ ]+ \(0x' | cut -d' ' -f1 | sort -u | grep -v ^/system | xargs cp -L --parents -t /system; \
    find /system -name '*.so*' -printf '*/%f\n' | xargs dpkg-query -S 2>/dev/null | sed -nE 's/^([a-z0-9.+-]+)(:\w+)?: .*/\1/p' | sort -u \
      | while read -r package; do cp --parents /usr/share/doc/$package/copyright /system; done; \
    for package in coreutils dash findutils postgresql-$POSTGRES s6 util-linux; do \
      cp --parents /usr/share/doc/$package/copyright /system; \
    done; \
    mkdir -p /system/var/lib/dpkg/status.d; \
    for folder in /system/usr/share/doc/*; do \
      dpkg-query --status "${folder##*/}" > "/system/var/lib/dpkg/status.d/${folder##*/}"; \
    done

# Vitrine with its database in one container.
FROM vitrine AS one
COPY --from=postgres /system/ /
COPY --from=postgres --chown=10001:10001 /own/ /
COPY ops/one/ ops/one/
ENV PATH=/app/ops/one/bin:$PATH \
    PORT=8080 \
    HOME_NETWORK=true \
    DATABASE_URL=postgres://vitrine@localhost/vitrine?host=/run/vitrine \
    MEDIA_DIR=/data/media \
    BACKUP_DIR=/data/backups \
    TMPDIR=/data/tmp
VOLUME /data
EXPOSE 8080
CMD ["/app/ops/one/init"]

FROM vitrine
ENV PORT=4000 \
    MEDIA_DIR=/var/lib/vitrine/media \
    BACKUP_DIR=/var/lib/vitrine/backups
VOLUME /var/lib/vitrine/media /var/lib/vitrine/backups
EXPOSE 4000
CMD ["node", "apps/api/dist/main.js"]
