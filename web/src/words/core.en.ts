import app from "../../messages/app.en.json";
import board from "../../messages/board.en.json";
import panels from "../../messages/panels.en.json";
import setup from "../../messages/setup.en.json";

export default { ...app, ...board, ...panels, ...setup };
