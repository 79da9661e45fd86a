import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isAborted } from "@/api/errors";
import type { FileId } from "@/api/files";
import { NoPictureError } from "./redraw";
import { type Stage, shrinkAndSend } from "./send";

type State = { stage: Stage | null; problem: string | null };
const IDLE: State = { stage: null, problem: null };

/** Sends the last chosen picture; an upload still under way is aborted. */
export function useUpload(onSent: (file: FileId) => void) {
  const { t } = useTranslation("files");
  const [state, setState] = useState(IDLE);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const wordsOf = (error: unknown) => {
    if (error instanceof ApiError) return error.msg || t("notSent");
    return t(error instanceof NoPictureError ? "noPicture" : "notSent");
  };
  const send = async (file: Blob) => {
    sending.current?.abort();
    const call = new AbortController();
    sending.current = call;
    const isLatest = () => sending.current === call && !call.signal.aborted;
    try {
      const id = await shrinkAndSend(file, call.signal, (stage) => {
        if (isLatest()) setState({ stage, problem: null });
      });
      if (!isLatest()) return;
      setState(IDLE);
      onSent(id);
    } catch (error) {
      if (isLatest() && !isAborted(error)) setState({ stage: null, problem: wordsOf(error) });
    }
  };
  const stop = () => {
    sending.current?.abort();
    setState(IDLE);
  };
  return { ...state, send, stop };
}
