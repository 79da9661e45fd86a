import type { ReactNode } from "react";
import { classes } from "./classes";

/** A width at which forms read well: on a tablet a label and its figure stay together. */
const WIDTH = "mx-auto flex w-full max-w-[480px]";

/** The parts of a screen below each other, in the middle of a wide window. */
export const Column = ({ children }: { children: ReactNode }) => (
  <div className={classes(WIDTH, "flex-col gap-3")}>{children}</div>
);

/** The actions at the thumb, under their column. */
export const ColumnActions = ({ children }: { children: ReactNode }) => (
  <div className={classes(WIDTH, "gap-2.5")}>{children}</div>
);
