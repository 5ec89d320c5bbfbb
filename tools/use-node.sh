# shellcheck shell=bash
# Puts Node.js 26 on the PATH if the installed version is too old. Source it: `. tools/use-node.sh`
# npm installs it into the git-ignored folder .node, so the rest of the machine stays unchanged.

if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 24 || (major === 24 && minor >= 7) ? 0 : 1)' 2>/dev/null; then
  if [ ! -x "$PWD/.node/node_modules/.bin/node" ]; then
    echo "Node.js $(node --version) is too old for Vitrine. Installing Node.js 26 into .node"
    npm install --prefix "$PWD/.node" --no-save --no-package-lock --engine-strict=false --no-audit --no-fund --loglevel=error node@26
  fi
  PATH="$PWD/.node/node_modules/.bin:$PATH"
  export PATH
fi
