// Package prooftest gives proofs to the two checkers of the project, for tests.
//
// Its input is dumps with proofs; its output is what each checker says. It must not share code with either checker: it
// runs them as people do.
package prooftest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// Claim is a dump in dlx with a proof of the number of its solutions.
type Claim struct{ Dump, Proof []byte }

// MakeClaim writes the dump of a problem, and a proof of the number of its solutions. The function prove fills the
// writer of the proof.
func MakeClaim(t testing.TB, p *matrix.Problem, prove func(*proof.Writer) error) Claim {
	t.Helper()
	return MakeClaimOf(t, proof.ClaimCount, p, prove)
}

// MakeClaimOf writes the dump of a problem, and a proof of the given claim. The function prove fills the writer of the
// proof.
func MakeClaimOf(t testing.TB, claim proof.Claim, p *matrix.Problem, prove func(*proof.Writer) error) Claim {
	t.Helper()
	var dump, out bytes.Buffer
	if err := format.WriteProblem(&dump, p, format.DLX, format.WriteOptions{ShortNames: true}); err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256(dump.Bytes())
	if err := prove(proof.NewWriter(&out, claim, digest[:])); err != nil {
		t.Fatal(err)
	}
	return Claim{dump.Bytes(), out.Bytes()}
}

// sealSize is the length of the last line of a proof, in bytes.
const sealSize = len("sha256 \n") + 2*sha256.Size

// SealProof replaces the hash at the end of a proof by the hash of the bytes before it. So a test that damages a proof
// sees what the checkers say of the proof's steps.
func SealProof(damaged []byte) []byte {
	body := damaged[:max(0, len(damaged)-sealSize)]
	return fmt.Appendf(bytes.Clone(body), "sha256 %x\n", sha256.Sum256(body))
}

// Refused is the answer of a checker that does not accept a proof.
const Refused = "refused"

// Checker is a program that checks proofs. Check returns for each claim what the program found, or Refused: the
// number of solutions, or a text such as "65 classes of solutions under 8 symmetries".
type Checker struct {
	Name  string
	Check func(testing.TB, []Claim) []string
}

// Checkers returns the checkers that run on this machine: cmd/puz-check, and docs/proof/check.py if
// there is Python.
func Checkers(t testing.TB) []Checker {
	t.Helper()
	all := []Checker{{"puz-check", checkByCommand}}
	if _, err := exec.LookPath("python3"); err == nil {
		return append(all, Checker{"check.py", checkByPython})
	}
	t.Log("there is no python3, so docs/proof/check.py is not tested")
	return all
}

// moduleFolder returns the folder of the module.
var moduleFolder = sync.OnceValues(func() (string, error) {
	file, err := exec.Command("go", "env", "GOMOD").Output()
	return filepath.Dir(string(file)), err
})

// command holds the path of cmd/puz-check, once that command is built.
var command struct {
	once sync.Once
	path string
	err  error
}

// buildCommand builds cmd/puz-check once for each test binary.
func buildCommand(t testing.TB) string {
	t.Helper()
	command.once.Do(func() {
		var folder string
		if folder, command.err = os.MkdirTemp("", "puz-check"); command.err != nil {
			return
		}
		command.path = filepath.Join(folder, "puz-check.exe")
		command.err = exec.Command("go", "build", "-o", command.path, "quadrille/cmd/puz-check").Run()
	})
	if command.err != nil {
		t.Fatal(command.err)
	}
	return command.path
}

// RemoveCommand removes the built command. TestMain calls it at the end, or each test that gives proofs to the checkers
// does.
func RemoveCommand() {
	if command.path != "" {
		os.RemoveAll(filepath.Dir(command.path))
	}
	command.once, command.path = sync.Once{}, ""
}

var accepted = regexp.MustCompile(`^yes: .* has (\d[^,]*),`)

// checkByCommand runs cmd/puz-check for each claim.
func checkByCommand(t testing.TB, claims []Claim) (answers []string) {
	t.Helper()
	path, folder := buildCommand(t), t.TempDir()
	dump, file := filepath.Join(folder, "dump"), filepath.Join(folder, "proof")
	for n, c := range claims {
		writeFiles(t, dump, c.Dump, file, c.Proof)
		out, err := exec.Command(path, dump, file).Output()
		code, wrong := 0, ""
		if exit, ok := err.(*exec.ExitError); ok {
			code, wrong = exit.ExitCode(), string(exit.Stderr)
		}
		switch found := accepted.FindSubmatch(out); {
		case code == 0 && found != nil:
			answers = append(answers, strings.TrimSuffix(string(found[1]), " solutions"))
		case code == 1 && bytes.HasPrefix(out, []byte("no: ")), code == 2 && strings.HasPrefix(wrong, "puz-check: "):
			answers = append(answers, Refused) // with exit code 2, the first line is not that of a proof
		default:
			t.Fatalf("claim %d: puz-check ends with %d (%v): %s%s", n, code, err, out, wrong)
		}
	}
	return answers
}

// driver is a program that checks many proofs in one process.
const driver = `
import sys, check
sys.setrecursionlimit(10**6)
for line in sys.stdin:
    dump, proof = line.split()
    problem = check.Problem(open(dump, "rb").read())
    try:
        print(check.Checker(problem, open(proof, "rb").read()).check().removesuffix(" solutions"))
    except check.Refused:
        print("` + Refused + `")
`

// checkByPython runs docs/proof/check.py for all claims.
func checkByPython(t testing.TB, claims []Claim) []string {
	t.Helper()
	root, err := moduleFolder()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var list strings.Builder
	for n, c := range claims {
		dump, file := filepath.Join(folder, fmt.Sprint(n, ".dlx")), filepath.Join(folder, fmt.Sprint(n, ".proof"))
		writeFiles(t, dump, c.Dump, file, c.Proof)
		fmt.Fprintln(&list, dump, file)
	}
	python := exec.Command("python3", "-B", "-c", driver)
	python.Dir = filepath.Join(root, "docs", "proof")
	python.Stdin, python.Stderr = strings.NewReader(list.String()), os.Stderr
	out, err := python.Output()
	answers := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' })
	if err != nil || len(answers) != len(claims) {
		t.Fatalf("check.py checks %d of %d proofs: %v", len(answers), len(claims), err)
	}
	return answers
}

func writeFiles(t testing.TB, dump string, dumpBytes []byte, file string, proofBytes []byte) {
	t.Helper()
	for name, data := range map[string][]byte{dump: dumpBytes, file: proofBytes} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
