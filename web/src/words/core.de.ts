import app from "../../messages/app.de.json";
import board from "../../messages/board.de.json";
import panels from "../../messages/panels.de.json";
import setup from "../../messages/setup.de.json";

export default { ...app, ...board, ...panels, ...setup };
