import { expect, it } from "vitest";
import { changeBook, decodePushedBook } from "./depth";

const level = (price: string, size: string) => ({ price, size });

it("puts changed levels into the book and takes out those that are gone", () => {
  const book = decodePushedBook({
    bids: [
      ["99.99", "300"],
      ["100.00", "5"],
    ],
    asks: [["100.01", "200"]],
    tickSeq: "9",
  });
  expect(book.bids).toEqual([level("100.00", "5"), level("99.99", "300")]);
  const change = {
    bids: [
      ["100.00", "0"],
      ["99.98", "7"],
      ["99.99", "301"],
    ],
    tickSeq: "10",
  };
  const after = changeBook(book, change);
  expect(after.bids).toEqual([level("99.99", "301"), level("99.98", "7")]);
  expect(after.asks).toBe(book.asks);
  expect(book.bids).toHaveLength(2);
  const asks = changeBook(after, { asks: [["99.995", "1"]] }).asks;
  expect(asks).toEqual([level("99.995", "1"), level("100.01", "200")]);
});
