#!/usr/bin/env bash
# Tests EnfoldTelemetry by a package that asks for its trait; and that its packages are not fetched without the trait.
# Usage: telemetry-test.sh [swift test OPTIONS...]
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
# Nothing here uses a macro, so neither the macro tool nor swift-syntax is needed.
export ENFOLD_MACRO_TOOL=unused

fail() { echo "telemetry-test: $*" >&2; exit 1; }

wanted='swift-distributed-tracing|swift-metrics'
packages() { # FOLDER: the packages that a build of it would fetch
  "$swift" package --package-path "$1" --scratch-path .build/telemetry/"$2" show-dependencies --format flatlist
}
user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
mkdir -p "$user/Sources/User"
echo 'import Enfold' > "$user/Sources/User/User.swift"
cat > "$user/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "user", dependencies: [.package(name: "enfold", path: "$PWD")],
  targets: [.target(name: "User", dependencies: [.product(name: "Enfold", package: "enfold")])])
SWIFT
without=$(packages "$user" user)
grep -q swift-collections <<< "$without" || fail "the dependencies of a user are not known: $without"
! grep -qE "$wanted" <<< "$without" || fail "packages are fetched that nobody has asked for: $without"

scripts/swift-test.sh "$swift" test --package-path Tests/EnfoldTelemetryTests --scratch-path .build/telemetry/tests "$@"
