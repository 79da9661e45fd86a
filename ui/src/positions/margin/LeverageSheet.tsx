import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Position } from "@/api/positions";
import { setLeverage } from "@/money/positions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { instrumentName } from "@/products/instrumentName";
import { Button, equal, LeverageSlider, toast } from "@/ui";
import { BeforeAfter } from "./BeforeAfter";
import { ChangeSheet } from "./ChangeSheet";
import { useMarginPreview } from "./useMarginPreview";

interface LeverageSheetProps {
  position: Position;
  onClose: () => void;
  onAddMargin: () => void;
}

/** Changes a position's leverage: more frees a part of its margin, less sets more aside. */
export function LeverageSheet({ position, onClose, onAddMargin }: LeverageSheetProps) {
  const { t } = useTranslation("positions");
  const { id, margin } = position;
  const present = margin?.leverage ?? "1";
  const [leverage, setChosen] = useState(present);
  const { data } = useQuery(instrumentDetail(position));
  const changing = useMoneyAction(setLeverage, {
    subject: instrumentName(position),
    onAnswer() {
      toast(t("margin.leverageDone"));
      onClose();
    },
  });
  const change = equal(leverage, present) ? null : { leverage };
  const { preview, obstacle, lacksMargin } = useMarginPreview(id, change);
  return (
    <ChangeSheet
      position={position}
      title={t("margin.changeLeverage")}
      confirm={t("margin.changeLeverage")}
      action={changing}
      body={change && { id, ...change }}
      reason={change ? null : t("margin.chooseOther")}
      obstacle={obstacle}
      remedy={
        lacksMargin ? (
          <div className="mt-2 flex">
            <Button look="ghost" onClick={onAddMargin}>
              {t("margin.add")}
            </Button>
          </div>
        ) : null
      }
      onClose={onClose}
    >
      <div className="space-y-2 pt-1">
        <LeverageSlider
          label={t("margin.leverage")}
          value={leverage}
          cap={data?.margin?.leverageCap ?? present}
          onChange={setChosen}
        />
        {change ? <BeforeAfter position={position} preview={preview} obstacle={obstacle} /> : null}
      </div>
    </ChangeSheet>
  );
}
