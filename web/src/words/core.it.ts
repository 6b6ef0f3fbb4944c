import app from "../../messages/app.it.json";
import board from "../../messages/board.it.json";
import panels from "../../messages/panels.it.json";
import setup from "../../messages/setup.it.json";

export default { ...app, ...board, ...panels, ...setup };
