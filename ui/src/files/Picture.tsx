import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { FileId } from "@/api/files";
import { Skeleton } from "@/ui";
import { picture } from "./calls";

/** The object URL of bytes in this page, for as long as it is shown. */
function useAddress(bytes: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [bytes]);
  return address;
}

interface PictureProps {
  file: FileId;
  label: string;
  /** Shown if the picture no longer exists; by default, advice to choose it again. */
  gone?: string;
}

/** A picture of the customer's own, from the server. */
export function Picture({ file, label, gone }: PictureProps) {
  const { t } = useTranslation("files");
  const { data, error } = useQuery(picture(file));
  const address = useAddress(data);
  if (address) {
    return <img src={address} alt={label} className="h-full w-full object-contain" />;
  }
  if (error) {
    const isGone = error instanceof ApiError && error.code === 404;
    return (
      <p role="alert" className="grid h-full place-items-center px-4 text-center text-small">
        {isGone ? (gone ?? t("gone")) : t("notShown")}
      </p>
    );
  }
  return <Skeleton className="h-full w-full" />;
}
