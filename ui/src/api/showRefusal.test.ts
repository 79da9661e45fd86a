// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { ApiError, NetworkError } from "./errors";
import { showRefusal } from "./showRefusal";

function formOf() {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { email: "", code: "" } });
    // The form only tracks errors that are read while drawing.
    return { form, errors: form.formState.errors };
  });
  return result;
}

const refuse = (error: string, field: string | null) =>
  new ApiError(422, `about ${error}`, { error, field });

it.each([
  ["the server's field", refuse("email_invalid", "email"), "email"],
  ["the form's field for the word", refuse("too_many_tries", null), "code"],
  ["the form where the field is not one of it", refuse("amount_invalid", "amount"), "root"],
] as const)("puts a refusal next to %s", (_case, error, place) => {
  const result = formOf();
  act(() => showRefusal(result.current.form, error, { too_many_tries: "code" }));
  const { errors } = result.current;
  expect(Object.keys(errors)).toEqual([place]);
  expect(errors[place]?.message).toBe(error.msg);
});

it("leaves a call without an answer to the toast", () => {
  const result = formOf();
  act(() => showRefusal(result.current.form, new NetworkError("gone")));
  expect(result.current.errors).toEqual({});
});
