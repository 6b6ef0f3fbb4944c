/**
 * The screen `#/verify` or `#/verify?game=PACKED`: checks that the chance of a finished game was honest
 * (docs/understand/fairness.md).
 */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Engine } from "../../../js/src/engine";
import type { Verdict } from "../../../js/src/types";
import { engineModule } from "../engine/module";
import { unpackText } from "../game/link";
import { recordField } from "../review/record-field";
import { refusalText } from "../review/refusal";
import type { OpenScreen, Route } from "../ui/screen";
import { toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";

function check(engine: Engine, text: string): Verdict {
  try {
    return engine.verifyRecord(text);
  } catch (error) {
    return { ok: false, text: refusalText(error) };
  }
}

/** The commitments in a file of records. */
function commitmentsOf(text: string): string[] {
  return [...text.matchAll(/^\[Commitment "([0-9a-f]+)"\]/gm)].map((found) => found[1]);
}

function result(verdict: Verdict, text: string): TemplateResult {
  if (!verdict.ok)
    return html`<section class="panel verdict" data-judgement="blunder" role="status">
      <h2>${t("review.verify.bad")}</h2><p>${verdict.text}</p></section>`;
  const { games, draws, throws, firsts } = verdict;
  return html`<section class="panel verdict" data-judgement="best" role="status">
    <h2>${t("review.verify.good")}</h2>
    <ul>
      <li>${t("review.verify.games", { n: games })}</li><li>${t("review.verify.draws", { n: draws })}</li>
      <li>${t("review.verify.throws", { n: throws })}</li><li>${t("review.verify.firsts", { n: firsts })}</li>
    </ul>
    <p>${t("review.verify.commitment")}</p>
    ${commitmentsOf(text).map((commitment) => html`<p class="commitment">${commitment}</p>`)}
  </section>`;
}

/** Opens the screen: the person gives a record, and the screen shows the results of the check. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  const [engine] = await Promise.all([Engine.load(engineModule()), loadArea("review")]);
  const given: { text: string; verdict: Verdict | null } = { text: "", verdict: null };
  const take = (text: string) => {
    Object.assign(given, { text, verdict: check(engine, text) });
    paint();
  };
  const paint = () => {
    const { text, verdict } = given;
    render(
      html`<div class="sheet sheet-narrow">
        <h1>${t("review.verify.title")}</h1>
        <div class="stack">
          <p>${t("review.verify.text")}</p>
          ${recordField({ text, trouble: "", button: t("review.verify.button"), take })}
          ${verdict ? result(verdict, text) : nothing}
        </div>
      </div>`,
      host,
    );
  };
  paint();
  const packed = route.query.get("game");
  if (packed) await unpackText(packed).then(take, () => toastError(new Error(t("review.open.link"))));
  return { title: t("review.verify.title"), close: () => render(nothing, host) };
}
