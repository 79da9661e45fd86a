import { expect, it } from "vitest";
import { leadOf } from "./leads";

const HOSTS = ["sec.gov", "hkex.com.hk", "xn--bcher-kva.example"];
const lead = (address: string) => {
  const found = leadOf(address, HOSTS);
  return "to" in found ? found.to.href : found.refused;
};

it.each([
  ["https://www.sec.gov/rules?a=1#b", "https://www.sec.gov/rules?a=1#b"],
  ["http://sec.gov", "http://sec.gov/"],
  ["HTTPS://WWW.HKEX.COM.HK/", "https://www.hkex.com.hk/"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
])("leads to sites that the server names: %s", (address, href) => {
  expect(lead(address)).toBe(href);
});

it.each([
  ["", "unreadable"],
  ["/pages/home/index", "unreadable"],
  ["//sec.gov", "unreadable"],
  ["javascript:alert(1)", "unreadable"],
  ["JaVaScRiPt:alert(1)//sec.gov", "unreadable"],
  ["java\nscript:alert(1)", "unreadable"],
  [" javascript:alert(1)", "unreadable"],
  ["data:text/html,<script>alert(1)</script>", "unreadable"],
  ["blob:https://sec.gov/1", "unreadable"],
  ["file:///etc/passwd", "unreadable"],
  ["intent://sec.gov#Intent;scheme=https;end", "unreadable"],
  ["https://sec.gov@evil.example/", "hidden"],
  ["https://user:secret@sec.gov/", "hidden"],
  ["https://sec.gov:8443/", "hidden"],
  ["https://evil.example/?sec.gov", "unknownHost"],
  ["https://sec.gov.evil.example/", "unknownHost"],
  ["https://evilsec.gov/", "unknownHost"],
  ["https://sec.gov./", "unknownHost"],
  ["https://sec.gov%2eevil.example/", "unknownHost"],
  ["https://ѕес.gov/", "unknownHost"],
  ["https://www.ѕес.sec.gov/", "unknownHost"],
  ["https://xn--e1awd.sec.gov/", "unknownHost"],
  ["https://127.0.0.1/", "unknownHost"],
  ["https://[::1]/", "unknownHost"],
])("leads nowhere else: %s", (address, why) => {
  expect(lead(address)).toBe(why);
});

it("goes by what a browser makes of an address, whatever it looks like", () => {
  expect(lead("https:\\\\sec.gov\\@evil.example")).toBe("https://sec.gov/@evil.example");
  expect(leadOf("https://sec.gov/", [])).toEqual({ refused: "unknownHost", host: "sec.gov" });
});
