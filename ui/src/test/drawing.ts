import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine draws slowly; missing content is still detected after this time.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

// jsdom draws nothing, so it reports reduced motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes("reduced-motion"),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// jsdom does not scroll.
Element.prototype.scrollIntoView ??= () => undefined;
