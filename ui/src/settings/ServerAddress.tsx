import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { platform } from "@/platform";
import { Button, Card, Field, SectionTitle, toast } from "@/ui";
import { serverOrigin } from "./serverOrigin";

function AddressForm({ save }: { save: (address: string) => Promise<void> }) {
  const { t } = useTranslation(["settings", "common"]);
  const form = useForm({
    defaultValues: { address: platform.serverAddress() },
    resolver: zodResolver(
      z.object({
        address: z
          .string()
          .check(z.refine((text) => serverOrigin(text) !== null, t("settings:server.invalid"))),
      }),
    ),
  });
  const saving = useMutation({
    mutationFn: (text: string) => save(serverOrigin(text) ?? text),
    onSuccess: () => toast(t("common:message.success")),
    onError: () => form.setError("address", { message: t("settings:server.unreachable") }),
  });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ address }) => saving.mutate(address))}
      className="flex flex-col gap-3"
    >
      <Field
        {...form.register("address")}
        label={t("settings:server.label")}
        error={form.formState.errors.address?.message}
        hint={t("settings:server.hint")}
        type="url"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" look="ghost" busy={saving.isPending} className="flex-none">
        {t("common:action.save")}
      </Button>
    </form>
  );
}

/** The server of the native app. In a browser the page's own origin is the server. */
export function ServerAddress() {
  const { t } = useTranslation("settings");
  const save = platform.setServerAddress;
  if (!save) return null;
  return (
    <section>
      <SectionTitle>{t("server.title")}</SectionTitle>
      <Card>
        <AddressForm save={(address) => save.call(platform, address)} />
      </Card>
    </section>
  );
}
