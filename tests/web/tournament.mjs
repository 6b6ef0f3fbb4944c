// Tournaments: an organizer with guests and a player run an evening by the page alone; wall, export, three languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAxe, checkWidth, expectFaults, fromNetwork, LOOKS, openPage, PATIENCE_MS, visit } from "./harness.mjs";
import { becomePlayer, openServer } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());

/** Opens a tournament by the form; gives its address. */
async function openTournament(page, name, choose = async () => {}) {
  await visit(page, "#/tournament");
  await page.getByLabel("What it is called").fill(name);
  await choose();
  await page.getByRole("button", { name: "Open the tournament" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  return new URL(page.url()).hash;
}

/** Enters points in the row of an encounter, by a button or form there. */
async function enterPoints(row, points, summary = "Enter the result") {
  await row.locator("summary", { hasText: summary }).click();
  const fields = row.locator(".tournament-points");
  for (const [at, number] of points.entries()) await fields.nth(at).fill(String(number));
  await row.getByRole("button", { name: "Send" }).click();
}

test("an evening: entries, guests, pairings, reports, a correction, the standings", async () => {
  const [ann, ben] = [await openPage(host), await openPage(host)];
  expectFaults(ann, /409/); // a guest is refused
  await becomePlayer(ann, "Ann");
  await becomePlayer(ben, "Ben");
  const address = await openTournament(ann, "Friday", async () => {
    await ann.getByLabel("Rounds").fill("2");
  });

  // Ben enters from the list; Ann enters herself and two guests.
  await visit(ben, "#/tournament");
  await ben.getByRole("link", { name: /Friday/ }).click();
  await ben.getByRole("button", { name: "Take part" }).click();
  await ben.getByText("You take part.").waitFor();
  await ann.getByRole("button", { name: "Take part" }).click();
  for (const name of ["Cleo", "Dan"]) {
    await ann.getByLabel("Guest without a device").fill(name);
    await ann.keyboard.press("Enter");
    await ann.locator(".list").getByText(name).waitFor();
  }
  await ann.getByText("4 entrants").first().waitFor();

  // A guest who has not come is absent, and comes.
  await ann.getByRole("button", { name: "Absent: Dan" }).click();
  await ann.locator("dialog").getByRole("button", { name: "Absent" }).click();
  await ann.getByRole("button", { name: "Present again: Dan" }).click();
  await ann.getByRole("button", { name: "Absent: Dan" }).waitFor();

  // The first round. A guest who is there already is refused with what the server says.
  await ann.getByLabel("Guest without a device").fill("Cleo");
  await ann.keyboard.press("Enter");
  await ann.locator(".toast").getByText("Not possible: name: a guest of this name").waitFor();
  await ann.getByRole("button", { name: "Pair round 1" }).click();
  await ann.getByRole("cell", { name: "Ben", exact: true }).waitFor();
  assert.equal(await ann.getByRole("button", { name: "Pair round 2" }).isDisabled(), true);

  // Ben reports his own result; Ann decides it as the organizer, and the other one.
  const own = (page) => page.locator("tbody tr", { has: page.getByRole("cell", { name: "Ben", exact: true }) }).first();
  await own(ben).waitFor();
  await ben.getByText("Round 1: you play").waitFor();
  await enterPoints(own(ben), [72, 65]);
  await own(ben).getByText("Ben says: 72:65").waitFor();
  await own(ann).getByText("Ben says: 72:65").waitFor();
  for (let at = 0; at < 2; at++) {
    const row = ann.locator("tbody tr", { has: ann.locator("summary", { hasText: "Enter the result" }) }).first();
    await row.waitFor();
    await enterPoints(row, [72, 65]);
    await ann
      .getByText(at === 0 ? "One encounter is not decided." : "Standings")
      .first()
      .waitFor();
  }
  await ann.waitForFunction(() => document.querySelectorAll(".tournament-won").length === 2);

  // A correction needs a reason; then the second round, and the end.
  await enterPoints(ann.locator("tbody tr").first(), [60, 61], "Correct the result");
  await ann.getByLabel("Why? Everybody can read it.").fill("turned around");
  await ann.locator("dialog").getByRole("button", { name: "Correct the result" }).click();
  await ann.getByText("60:61").waitFor();
  await ann.getByRole("button", { name: "Pair round 2" }).click();
  await ann.getByText("round 2 of 2").waitFor();
  assert.equal(await ann.getByText("wins the tournament.").count(), 0);

  // Nothing that was typed for an encounter of round 1 stands in the rows of round 2.
  const typed = ann.locator(".tournament-table").first().locator(".tournament-points");
  assert.deepEqual(await typed.evaluateAll((fields) => fields.map(({ value }) => value)), ["", "", "", ""]);

  // To a guest the games come before the way to become a player.
  const guest = await openPage(host);
  await visit(guest, address, ".tournament-table");
  const [games, way] = [guest.locator(".tournament-table"), guest.getByRole("link", { name: "Become a player" })];
  const topOf = async (part) => (await part.first().boundingBox()).y;
  assert.ok((await topOf(games)) < (await topOf(way)));
  await guest.context().close();

  // The wall and the export.
  await visit(ben, `${address}?wall`, ".tournament-wall");
  await ben.getByRole("heading", { name: "Friday" }).waitFor();
  await ben.setViewportSize({ width: 1280, height: 720 });
  const beside = ([pairings, standings]) =>
    pairings.getBoundingClientRect().top === standings.getBoundingClientRect().top;
  assert.equal(await ben.locator(".tournament-table").evaluateAll(beside), true);
  await visit(ben, address);
  const coming = ben.waitForEvent("download");
  await ben.getByRole("link", { name: "Table as CSV" }).click();
  assert.match(readFileSync(await (await coming).path(), "utf8"), /^place,entrant,name,rating,score,/);

  // The last result names the winner, and a tournament that is closed still does.
  for (let left = 2; left > 0; left--) {
    const rows = ann.locator("tbody tr", { has: ann.locator("summary", { hasText: "Enter the result" }) });
    await enterPoints(rows.first(), [80, 60 + left]);
    await ann.waitForFunction((n) => document.querySelectorAll("td.tournament-won").length === n, 5 - left);
  }
  await ann.getByText("wins the tournament.").waitFor();
  await ann.getByRole("button", { name: "Close the tournament" }).click();
  await ann.locator("dialog").getByRole("button", { name: "Close the tournament" }).click();
  await ann.getByText("closed").first().waitFor();
  await ann.getByText("wins the tournament.").waitFor();
  for (const page of [ann, ben]) await page.context().close();
});

test("a tournament has a link for others and its code for a camera, also on the wall until the first round", async () => {
  const page = await openPage(fromNetwork(host));
  await becomePlayer(page, "Zoe");
  const address = await openTournament(page, "Open house", async () => {
    await page.getByLabel("Rounds").fill("1");
  });
  await page.locator("summary", { hasText: "Invite" }).click();
  const link = await page.getByLabel("Link to this tournament").inputValue();
  assert.equal(link, page.url());
  await page.locator(".lobby-code").waitFor();
  const guest = await openPage(fromNetwork(host));
  await guest.goto(link);
  await guest.getByRole("heading", { name: "Open house", exact: true }).waitFor();
  assert.equal(await guest.getByLabel("Link to this tournament").count(), 0);

  await visit(guest, `${address}?wall`, ".tournament-wall .lobby-code");
  await page.locator("summary", { hasText: "Many at once" }).click();
  await page.getByLabel("A name on each line").fill("Al\nBo");
  await page
    .locator("form", { has: page.locator("#people") })
    .getByRole("button", { name: "Add" })
    .click();
  await page.getByText("2 entrants").first().waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await guest.getByRole("cell", { name: "Al", exact: true }).waitFor();
  assert.equal(await guest.locator(".lobby-code").count(), 0);
  for (const each of [page, guest]) await each.context().close();
});

test("two players play their encounter at a table of the server", async () => {
  const [eve, finn] = [await openPage(host), await openPage(host)];
  await becomePlayer(eve, "Eve");
  await becomePlayer(finn, "Finn");
  const address = await openTournament(eve, "Saturday", async () => {
    await eve.getByLabel("Rounds").fill("1");
    await eve.getByRole("group", { name: "Played" }).getByLabel("Classic").press("Space");
  });
  await eve.getByRole("button", { name: "Take part" }).click();
  await visit(finn, address);
  await finn.getByRole("button", { name: "Take part" }).click();
  await eve.getByText("2 entrants").first().waitFor();
  await eve.getByRole("button", { name: "Pair round 1" }).click();
  await eve.getByRole("button", { name: "Play here" }).click();
  await eve.getByText("no aids, hints or take-backs").waitFor();
  await finn.getByRole("button", { name: "Play here" }).click();
  for (const page of [eve, finn]) await page.locator(".table").waitFor();
  assert.equal(new URL(eve.url()).hash, new URL(finn.url()).hash);

  // Finn leaves: no other game follows, and the way leads back to the tournament and to all of them.
  await finn.getByRole("button", { name: "Leave the table" }).click();
  await finn.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await eve.locator(".podium").waitFor();
  await eve.locator(".podium .podium-ways").getByRole("button", { name: "Review" }).waitFor();
  assert.equal(await eve.getByRole("button", { name: "Play again" }).count(), 0);
  await eve.locator(".podium-close").click();
  await eve.getByRole("link", { name: "To the tournament" }).click();
  await eve.getByRole("heading", { name: "Saturday", exact: true }).waitFor();
  await eve.getByRole("link", { name: "Tournaments", exact: true }).click();
  await eve.getByRole("heading", { name: "Tournaments", exact: true }).waitFor();
  for (const page of [eve, finn]) await page.context().close();
});

test("three play a game at a table of the server", async () => {
  const people = [];
  for (const name of ["Lea", "Max", "Nora"]) {
    const page = await openPage(host);
    await becomePlayer(page, name);
    people.push(page);
  }
  const address = await openTournament(people[0], "Threes", async () => {
    await people[0].getByLabel("Rounds").fill("1");
    await people[0].getByRole("group", { name: "People at a table" }).getByLabel("3").press("Space");
    await people[0].getByRole("group", { name: "Played" }).getByLabel("Classic").press("Space");
    await people[0].getByText("The games count for ratings.").waitFor();
    await people[0].getByLabel("The same tiles at all tables of a round").press("Space");
  });
  for (const page of people) {
    if (page !== people[0]) await visit(page, address);
    await page.getByText("Nobody sees another table before the round is over.").waitFor();
    await page.getByRole("button", { name: "Take part" }).click();
    await page.getByText("You take part.").waitFor();
  }
  await people[0].getByText("3 entrants").first().waitFor();
  await people[0].getByRole("button", { name: "Pair round 1" }).click();
  await people[2].getByText(/Round 1: you play (Lea and Max|Max and Lea)/).waitFor();
  for (const page of people) await page.getByRole("button", { name: "Play here" }).click();
  for (const page of people) await page.locator(".table").waitFor();
  assert.equal(new Set(people.map((page) => new URL(page.url()).hash)).size, 1);

  // Nobody seals, and the game begins. Two leave it; once the round is over the chance is checked.
  for (const page of people.slice(0, 2)) {
    await page.getByRole("button", { name: "Leave the table" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  }
  const end = Date.now() + PATIENCE_MS;
  for (let fair = ""; !fair.includes("this game was fair"); ) {
    assert.ok(Date.now() < end, `the chance is not checked: ${fair}`);
    await people[2].reload();
    fair = await people[2].locator(".lobby-proof").first().textContent();
  }
  for (const page of people) await page.context().close();
});

test("a date is agreed within the days of a round, and goes into the calendar", async () => {
  const [ida, jan] = [await openPage(host), await openPage(host)];
  await becomePlayer(ida, "Ida");
  await becomePlayer(jan, "Jan");
  const address = await openTournament(ida, "Weeks", async () => {
    await ida.getByRole("button", { name: "A league" }).click();
    await ida.getByLabel("What it is called").fill("Weeks");
    await ida.getByLabel("Groups", { exact: true }).fill("1");
    await ida.getByLabel("Seasons", { exact: true }).fill("1");
    await ida.getByRole("group", { name: "What nobody has played" }).getByLabel("is drawn").press("Space");
  });
  await ida.getByRole("button", { name: "Take part" }).click();
  await visit(jan, address);
  await jan.getByRole("button", { name: "Take part" }).click();
  await ida.getByText("2 entrants").first().waitFor();
  await ida.getByRole("button", { name: "Pair round 1" }).click();
  await ida
    .getByText(/until /)
    .first()
    .waitFor();
  await ida.getByRole("button", { name: "Agree on a time" }).click();
  await ida.locator("dialog").getByRole("button", { name: "Propose" }).click();
  await jan.getByText(/Ida proposes/).waitFor();
  await jan.getByRole("button", { name: "I come" }).click();
  await jan.getByText(/played on/).waitFor();
  const coming = jan.waitForEvent("download");
  await jan.getByRole("button", { name: "Into the calendar" }).click();
  assert.match(readFileSync(await (await coming).path(), "utf8"), /SUMMARY:(Ida – Jan|Jan – Ida)/);
  for (const page of [ida, jan]) await page.context().close();
});

test("a result that was entered offline is sent when the net is back, also by a page that opens later", async () => {
  const page = await openPage(host, { serviceWorkers: "allow" });
  expectFaults(page, /ERR_INTERNET_DISCONNECTED|Failed to load/);
  await becomePlayer(page, "Kim");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const address = await openTournament(page, "Cellar", async () => {
    await page.getByLabel("Rounds").fill("1");
  });
  await page.locator("summary", { hasText: "Many at once" }).click();
  await page.getByLabel("A name on each line").fill("Lena;1700\nMo;1600\nNia;1650\nOle;1500");
  await page.locator("details[open]").getByRole("button", { name: "Add" }).click();
  await page.getByText("4 entrants").first().waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.getByRole("cell", { name: "Lena", exact: true }).waitFor();
  const row = () => page.locator("tbody tr", { has: page.locator("summary", { hasText: "Enter the result" }) }).first();
  await row().waitFor();

  await page.context().setOffline(true);
  await enterPoints(row(), [81, 64]);
  await page.getByText("One result waits for the net").waitFor();
  await row().getByText("You have entered 81:64: it waits for the net.").waitFor();
  await page.reload();
  await page.getByText("One result waits for the net").waitFor();
  await row().getByText("You have entered 81:64").waitFor();
  await page.context().setOffline(false);
  await page.getByText("81:64", { exact: true }).waitFor();
  await page.getByText("One result waits for the net").waitFor({ state: "detached" });
  await visit(page, address);
  await page.context().close();
});

test("six play at tables of three", async () => {
  const page = await openPage(host);
  await becomePlayer(page, "Uma");
  await openTournament(page, "Threes", async () => {
    await page.getByRole("group", { name: "People at a table" }).getByLabel("3").press("Space");
  });
  await page.locator("summary", { hasText: "Many at once" }).click();
  await page.getByLabel("A name on each line").fill(["Ada", "Bo", "Cy", "Di", "Ed", "Fay"].join("\n"));
  await page.locator("details[open]").getByRole("button", { name: "Add" }).click();
  await page.getByText("6 entrants").first().waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  const open = () =>
    page.locator("tbody tr", { has: page.locator("summary", { hasText: "Enter the result" }) }).first();
  for (const points of [
    [81, 64, 70],
    [50, 50, 49],
  ]) {
    await open().waitFor();
    await enterPoints(open(), points);
    await page.getByText(points.join(" : ")).waitFor();
  }
  await page.getByRole("button", { name: "Pair round 2" }).click();
  await page.getByText("round 2 of 3").waitFor();
  await page.getByRole("cell", { name: "0.75" }).first().waitFor();
  await page.context().close();
});

test("the last rounds of a knock-out have names, and the game for the third place is marked", async () => {
  const page = await openPage(host);
  await becomePlayer(page, "Xenia");
  const address = await openTournament(page, "Cup", async () => {
    await page.getByRole("group", { name: "Form" }).getByLabel("Knock-out").check({ force: true });
    await page.getByText("Third place").click();
  });
  await page.locator("summary", { hasText: "Many at once" }).click();
  await page.getByLabel("A name on each line").fill(["Ada", "Bo", "Cy", "Di"].join("\n"));
  await page.locator("details[open]").getByRole("button", { name: "Add" }).click();
  await page.getByText("4 entrants").first().waitFor();
  await page.getByRole("button", { name: "Pair round 1" }).click();
  await page.locator("caption", { hasText: "Semi-final" }).waitFor();
  const open = page.locator("tbody tr", { has: page.locator("summary", { hasText: "Enter the result" }) });
  for (let left = 2; left > 0; left--) {
    await enterPoints(open.first(), [80, 70]);
    await page.waitForFunction((n) => document.querySelectorAll(".tournament-won").length === n, 3 - left);
  }
  await page.getByRole("button", { name: "Pair round 2" }).click();
  await page.locator("caption", { hasText: /^Final$/ }).waitFor();
  assert.deepEqual(await page.locator(".bracket-title").allTextContents(), ["Semi-final", "Final", "Third place"]);
  await page.locator("td", { hasText: "Third place" }).waitFor();

  // On a phone a shadow stands at the edge of the bracket behind which it goes on, and none where it ends.
  await page.setViewportSize({ width: 360, height: 740 });
  const drawn = page.locator(".tournament-scroll", { has: page.locator(".bracket") });
  const darkness = async (right) => {
    const { x, y, width, height } = await drawn.boundingBox();
    const clip = { x: right ? x + width - 3 : x + 1, y: y + height / 2 - 1, width: 2, height: 2 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  await drawn.scrollIntoViewIfNeeded();
  const [left, right] = [await darkness(false), await darkness(true)];
  assert.notEqual(left, right);
  await drawn.evaluate((each) => each.scrollTo(each.scrollWidth, 0));
  await page.waitForFunction(() => document.querySelector(".tournament-scroll:has(.bracket)").scrollLeft > 0);
  assert.notEqual(await darkness(false), left);
  assert.notEqual(await darkness(true), right);

  // Pairings on a phone's wall are not cut off.
  await visit(page, `${address}?wall`, ".tournament-wall");
  await page.setViewportSize({ width: 360, height: 740 });
  const over = await page
    .locator(".tournament-scroll")
    .first()
    .evaluate((each) => each.scrollWidth - each.clientWidth);
  assert.ok(over <= 0, `${over} px are cut off`);
  await page.context().close();
});

test("two who are ready in an arena play at once", async () => {
  const [vera, will] = [await openPage(host), await openPage(host)];
  await becomePlayer(vera, "Vera");
  await becomePlayer(will, "Will");
  const address = await openTournament(vera, "Hour", async () => {
    await vera.getByRole("button", { name: "An arena" }).click();
    await vera.getByLabel("What it is called").fill("Hour");
    await vera.getByLabel("Minutes of the arena").fill("90");
  });
  await visit(will, address);
  for (const page of [vera, will]) await page.getByRole("button", { name: "Take part" }).click();
  await vera.getByText("2 entrants").first().waitFor();
  await vera.getByRole("button", { name: "Begin", exact: true }).click();
  await will.getByRole("button", { name: "Ready for a game" }).click();
  await will.getByText("You play as soon as somebody is ready.").waitFor();
  await vera.getByRole("button", { name: "Ready for a game" }).click();
  await vera.getByText("You play Will.", { exact: true }).waitFor();
  await will.getByText("You play Vera.", { exact: true }).waitFor();
  await visit(will, "#/tournament");
  await will.getByText("Arena · 2 entrants · running").waitFor();
  assert.doesNotMatch(await will.getByRole("link", { name: /Hour/ }).textContent(), /round/i);
  for (const page of [vera, will]) await page.context().close();
});

test("a championship begins with its preset, and a file of it is imported", async () => {
  const page = await openPage(host);
  expectFaults(page, /400/); // a file of others
  await becomePlayer(page, "Yann");
  const address = await openTournament(page, "Masters", async () => {
    await page.getByRole("button", { name: "A championship" }).click();
    await page.getByLabel("What it is called").fill("Masters");
  });
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tournament as JSON" }).click();
  const file = readFileSync(await (await coming).path(), "utf8");
  const { settings } = JSON.parse(file);
  assert.deepEqual([settings.rounds, settings.cut, settings.third, settings.grace], [6, 8, true, 10]);
  assert.deepEqual(settings.tie_breaks, ["buchholz", "margin", "lot"]);
  assert.deepEqual(settings.setup.clock, { kind: "game", seconds: 900, increment: 0, loses: true });

  // Entrants of a table, then the same tournament by its own file; a file of others is refused with what was expected.
  const choose = (name, text) =>
    page.getByLabel("Import a file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await openTournament(page, "Table", () =>
    choose("a.csv", "entrant,name,round 1\n1,Al,bye\n2,Bo,won 3 7:6\n3,Cy,lost 2 6:7\n"),
  );
  await page.getByText("3 entrants").first().waitFor();
  await page.getByText("7:6").first().waitFor();
  await visit(page, "#/tournament");
  await choose("b.json", file);
  await page.getByRole("heading", { name: "Masters", exact: true }).waitFor();
  assert.notEqual(new URL(page.url()).hash, address);
  await visit(page, "#/tournament");
  await choose("c.json", '{"players":[]}');
  await page.getByText("Not possible: file:").waitFor();
  await openTournament(page, "After a refused file");
  await page.context().close();
});

test("an organizer invites another one and renames the tournament, and the knock-out is drawn", async () => {
  const [ann, ben] = [await openPage(host), await openPage(host)];
  await becomePlayer(ann, "Pia");
  await becomePlayer(ben, "Quinn");
  const address = await openTournament(ann, "Cup", async () => {
    await ann.getByRole("group", { name: "Form" }).getByLabel("Knock-out", { exact: true }).press("Space");
  });
  await visit(ben, address);
  await ben.getByRole("button", { name: "Take part" }).click();
  await ann.getByRole("button", { name: "Invite to organize: Quinn" }).click();
  await ann.getByText("Organized by Pia", { exact: true }).waitFor();
  await ben.getByRole("button", { name: "Accept" }).click();
  await ben.getByText("Organized by Pia, Quinn").waitFor();
  await ben.getByRole("button", { name: "Rename" }).click();
  await ben.locator("dialog").getByRole("textbox").fill("Cup of Pia");
  await ben.locator("dialog").getByRole("button", { name: "Rename" }).click();
  await ann.getByRole("heading", { name: "Cup of Pia" }).waitFor();
  for (const name of ["Rosa", "Sam", "Tom"]) {
    await ann.getByLabel("Guest without a device").fill(name);
    await ann.keyboard.press("Enter");
    await ann.locator(".list").getByText(name).waitFor();
  }
  await ann.getByRole("button", { name: "Pair round 1" }).click();
  await ann.locator("svg.bracket").waitFor();
  assert.equal(await ann.locator("svg.bracket rect").count(), 3);
  await visit(ben, `${address}?wall`, ".tournament-wall");
  await ben.locator("svg.bracket").waitFor();
  for (const page of [ann, ben]) await page.context().close();
});

for (const { locale, colorScheme, width } of LOOKS)
  test(`list, form and tournament in ${locale}, ${colorScheme}`, async () => {
    const page = await openPage(host, { locale, colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 740 });
    const [address, cup] = await page.evaluate(
      async (name) => {
        const post = async (path, body, token) => {
          const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
          const id = `test-${Math.random().toString(36).slice(2)}0`;
          const answer = await fetch(`api/v1/${path}`, {
            method: "POST",
            headers,
            body: JSON.stringify({ id, ...body }),
          });
          if (!answer.ok) throw new Error(await answer.text());
          return answer.json();
        };
        const { token, player, figure } = await post("players", { name });
        localStorage.setItem("tessera.player", JSON.stringify({ token, player, name, figure }));
        const settings = { name: "Sunday", form: "swiss", rounds: 3, cut: 2, best_of: 3 };
        const path = `tournaments/${(await post("tournaments", { settings }, token)).tournament}`;
        const act = (body) => post(`${path}/actions`, body, token);
        await act({ type: "enter" });
        for (const guest of ["Cleo with a long name", "Dan", "Eve", "Finn"]) await act({ type: "enter", name: guest });
        await act({ type: "pair", round: 1 });
        await act({
          type: "result",
          encounter: 1,
          games: [
            [72, 65],
            [60, 80],
            [71, 70],
          ],
        });
        await act({ type: "result", encounter: 2, forfeit: "first" });
        await act({ type: "pair", round: 2 });

        // Two groups, the final of their winners, and days for each round.
        const cup = { name: "Cup", form: "round-robin", groups: 2, cut: 2, period: 10080 };
        const other = `tournaments/${(await post("tournaments", { settings: cup }, token)).tournament}`;
        const play = (body) => post(`${other}/actions`, body, token);
        for (const guest of ["Cleo with a long name", "Dan", "Eve", "Finn"]) await play({ type: "enter", name: guest });
        await play({ type: "pair", round: 1 });
        for (const encounter of [1, 2]) await play({ type: "result", encounter, games: [[72, 65]] });
        await play({ type: "pair", round: 2 });
        await play({ type: "meet", encounter: 3, date: Date.now() + 3_600_000 });
        return [path, other].map((one) => `#/${one.replace("tournaments", "tournament")}`);
      },
      `Gwen ${locale} ${colorScheme}`.slice(0, 24),
    );
    for (const [name, hash] of [
      ["list", "#/tournament"],
      ["tournament", address],
      ["groups and final", cup],
      ["wall", `${address}?wall`],
    ]) {
      await visit(page, hash);
      for (const details of await page.locator("details").all()) await details.evaluate((each) => (each.open = true));
      await checkWidth(page, name);
      await checkAxe(page, `${name} in ${locale}, ${colorScheme}`);
    }
    await page.context().close();
  });
