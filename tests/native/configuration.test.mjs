// The configurations of the native window are valid on every platform, merged as the CLI merges them.
// Android and iOS cannot be built on every machine; this much of them can be checked on any.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Ajv } from "ajv";

const root = new URL("../../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const schema = read(createRequire(import.meta.url).resolve("@tauri-apps/cli/config.schema.json"));
// The schema's patterns are written for the Rust regex crate, hence no `u` flag; its number formats are Rust's.
const ajv = new Ajv({
  allErrors: true,
  unicodeRegExp: false,
  strict: false,
  validateFormats: false,
});
const validate = ajv.compile(schema);

/** JSON Merge Patch (RFC 7396), which is how the CLI lays a platform's file over the common one. */
function merged(base, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key] ?? {}, value);
  }
  return result;
}

const common = read("tauri.conf.json");
const platforms = {
  desktop: common,
  android: merged(common, read("tauri.android.conf.json")),
  ios: merged(common, read("tauri.ios.conf.json")),
};

for (const [platform, configuration] of Object.entries(platforms)) {
  test(`the configuration for ${platform} is valid`, () => {
    assert.ok(validate(configuration), JSON.stringify(validate.errors, null, 2));
  });
}

test("the app asks for the iOS that its code is built for", () => {
  const target = /"ios([\d.]+)"/.exec(
    readFileSync(new URL("ui/vite.config.ts", root), "utf8"),
  )?.[1];
  assert.equal(platforms.ios.bundle.iOS.minimumSystemVersion, target);
});

test("the schema refuses what it does not know", () => {
  assert.equal(validate({ ...common, identifer: "typo" }), false);
});

test("every file that the configuration names is there", () => {
  for (const icon of common.bundle.icon) assert.ok(existsSync(new URL(icon, root)), icon);
});

/** The keys and sentences of a property list, as far as ours go: texts, lists of texts, and true. */
function propertiesOf(path) {
  const text = readFileSync(new URL(path, root), "utf8");
  const entry =
    /<key>(\w+)<\/key>\s*(?:<string>(.*?)<\/string>|<array>(.*?)<\/array>|<(true)\/>)/gs;
  return Object.fromEntries(
    [...text.matchAll(entry)].map(([, key, sentence, list, yes]) => [
      key,
      sentence ??
        (yes ? true : [...list.matchAll(/<string>(.*?)<\/string>/g)].map(([, one]) => one)),
    ]),
  );
}

const stringsOf = (language) =>
  Object.fromEntries(
    [
      ...readFileSync(
        new URL(`src-tauri/ios/${language}.lproj/InfoPlist.strings`, root),
        "utf8",
      ).matchAll(/^"(\w+)" = "([^"\\]+)";$/gm),
    ].map(([, key, sentence]) => [key, sentence]),
  );

test("iOS is told why the app asks for the camera, in each language", () => {
  const properties = propertiesOf(platforms.ios.bundle.iOS.infoPlist);
  assert.deepEqual(properties.CFBundleLocalizations, ["en", "zh-Hans", "zh-Hant"]);
  const reasons = Object.keys(properties).filter((key) => key.endsWith("UsageDescription"));
  assert.deepEqual(reasons, [
    "NSCameraUsageDescription",
    "NSPhotoLibraryAddUsageDescription",
    "NSLocalNetworkUsageDescription",
  ]);
  const languages = properties.CFBundleLocalizations.map(stringsOf);
  for (const strings of languages) assert.deepEqual(Object.keys(strings), reasons);
  for (const key of reasons) {
    assert.equal(languages[0][key], properties[key]);
    assert.equal(new Set(languages.map((strings) => strings[key])).size, languages.length, key);
  }
});

test("files that iOS did not share are found in the Files app", () => {
  const properties = propertiesOf(platforms.ios.bundle.iOS.infoPlist);
  assert.equal(properties.UIFileSharingEnabled, true);
  assert.equal(properties.LSSupportsOpeningDocumentsInPlace, true);
});

test("every capability is listed, and each platform has one of its own", () => {
  const folder = new URL("src-tauri/capabilities/", root);
  const capabilities = readdirSync(folder).map((file) => read(new URL(file, folder)));
  assert.deepEqual(
    capabilities.map((one) => one.identifier).sort(),
    [...common.app.security.capabilities].sort(),
  );
  const platformsOf = (name) => capabilities.find((one) => one.identifier === name).platforms;
  assert.deepEqual(platformsOf("desktop"), ["linux", "macOS", "windows"]);
  assert.deepEqual(platformsOf("mobile"), ["android", "iOS"]);
});

test("invitations open the app: by its own scheme everywhere, by https on phones", () => {
  const links = common.plugins["deep-link"];
  assert.deepEqual(links.desktop.schemes, ["plumbline"]);
  const https = links.mobile.filter((link) => link.scheme.includes("https"));
  assert.equal(https.length, 1);
  assert.equal(https[0].host, "", "the build for a phone asks for its host (src-tauri/build.rs)");
  assert.deepEqual(https[0].pathPrefix, ["/r/"]);
  assert.equal(https[0].appLink, true);
  assert.ok(links.mobile.some((link) => link.scheme.includes("plumbline")));
});

test("the content security policy leaves no door open", () => {
  const policy = Object.fromEntries(
    common.app.security.csp.split(";").map((part) => {
      const [name, ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  assert.deepEqual(policy["default-src"], ["'self'"]);
  assert.deepEqual(policy["connect-src"], ["'self'", "ipc:", "http://ipc.localhost"]);
  assert.equal(policy["script-src"], undefined);
  assert.deepEqual(policy["object-src"], ["'none'"]);
});
