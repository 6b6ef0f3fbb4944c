/** An invitation, `/t/ID`, is the table's screen: the page goes to its own address, `#/t/ID`, before it loads anything
 * from there. */
const invited = /^(.*\/)t\/([\w-]+)$/.exec(location.pathname);
if (PAGE_PLACE === "server" && invited) history.replaceState(null, "", `${invited[1]}#/t/${invited[2]}`);
