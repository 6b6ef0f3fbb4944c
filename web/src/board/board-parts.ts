/** What the parts of a board share. The board makes it; each part reads it and owns what it shows. */
import type { Engine } from "../../../js/src/engine";
import type { TableView } from "../game/model";
import type { Names } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import type { Aids } from "./aids";
import type { Chooser } from "./chooser";
import type { Maps } from "./maps";
import type { StepPlayer } from "./motion";
import type { BoardShow } from "./show";
import type { Stage } from "./stage";
import type { Viewport } from "./viewport";

export interface BoardParts {
  host: HTMLElement;
  engine: Engine;
  pictures: Pictures;
  stage: Stage;
  maps: Maps;
  chooser: Chooser;
  show: BoardShow;
  player: StepPlayer;
  /** The camera; it exists once the board has been painted for the first time. */
  viewport(): Viewport;
  view(): TableView;
  names(): Names;
  /** The active aids; null if the table locks them. */
  aids(): Aids | null;
  paint(): void;
}
