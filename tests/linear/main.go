// Checks whether the history of a fleet is linearizable, table by table: go run . HISTORY
//
// HISTORY has a line of JSON for each request that was granted (lobby_fleet_simulation_test writes it): the table, who
// asked, when they asked first and when they had the answer, and the number of the entry that an action made, or of the
// last entry that a read showed. A table is a number that only grows: an action makes a larger one, as computers and
// clocks write entries, too, and a read shows the number at a moment between its call and its return. Porcupine, which
// knows nothing of Tessera, looks for an order in which all requests take effect so. Prints how many tables and requests
// there were. Exits with 1 if a table has no such order, and names it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"github.com/anishathalye/porcupine"
)

type request struct {
	Table  string `json:"table"`
	Client int    `json:"client"`
	Call   int64  `json:"call"`
	Return int64  `json:"return"`
	Op     string `json:"op"`
	Seq    int64  `json:"seq"`
}

var table = porcupine.Model{
	Init: func() interface{} { return int64(0) },
	Step: func(state, input, output interface{}) (bool, interface{}) {
		last, seq := state.(int64), output.(int64)
		if input.(string) == "act" {
			return seq > last, seq
		}
		return seq >= last, seq
	},
}

func fail(reason interface{}) {
	fmt.Fprintln(os.Stderr, "linear:", reason)
	os.Exit(1)
}

func read(path string) map[string][]porcupine.Operation {
	file, err := os.Open(path)
	if err != nil {
		fail(err)
	}
	defer file.Close()
	histories := map[string][]porcupine.Operation{}
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil || r.Table == "" || r.Call >= r.Return || r.Seq < 1 ||
			(r.Op != "act" && r.Op != "read") {
			fail(fmt.Sprintf("%s:%d: expected a request as {\"table\",\"client\",\"call\",\"return\",\"op\",\"seq\"}", path, number))
		}
		histories[r.Table] = append(histories[r.Table], porcupine.Operation{
			ClientId: r.Client + 1, Input: r.Op, Call: r.Call, Output: r.Seq, Return: r.Return})
	}
	if err := lines.Err(); err != nil {
		fail(err)
	}
	return histories
}

func main() {
	if len(os.Args) != 2 {
		fail("expected the file of a history")
	}
	requests, wrong := 0, []string{}
	histories := read(os.Args[1])
	for name, history := range histories {
		requests += len(history)
		if !porcupine.CheckOperations(table, history) {
			wrong = append(wrong, name)
		}
	}
	sort.Strings(wrong)
	for _, name := range wrong {
		fmt.Printf("table %s: no order of its requests explains their answers\n", name)
	}
	fmt.Printf("%d tables, %d requests, %d tables not linearizable\n", len(histories), requests, len(wrong))
	if len(wrong) > 0 || requests == 0 {
		os.Exit(1)
	}
}
