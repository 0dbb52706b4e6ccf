// go-spf for bench/spf-evaluation.ts: one JSON object a line in, one out, answers out of memory.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"os"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
)

type exchanger struct {
	preference uint16
	host       string
}

func (e *exchanger) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]interface{}{&e.preference, &e.host})
}

type records struct {
	A, AAAA, CNAME, PTR []string
	MX                  []exchanger
	TXT                 [][]string
	Fail                string `json:"fail"`
}

// What go-spf is given for an answer, made before the clock runs.
type answers struct {
	addresses []net.IPAddr
	txt       []string
	mx        []*net.MX
	ptr       []string
	alias     string
	fails     bool
}

type resolver map[string]*answers

func (r resolver) at(name string) (*answers, error) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	for step := 0; step < 12; step++ {
		found := r[name]
		if found == nil {
			break
		}
		if found.fails {
			return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
		}
		if found.alias == "" {
			return found, nil
		}
		name = found.alias
	}
	return nil, nothing(name)
}

func nothing(name string) error {
	return &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (r resolver) LookupTXT(_ context.Context, name string) ([]string, error) {
	found, err := r.at(name)
	if err == nil && len(found.txt) == 0 {
		err = nothing(name)
	}
	if err != nil {
		return nil, err
	}
	return found.txt, nil
}

func (r resolver) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	found, err := r.at(name)
	if err == nil && len(found.mx) == 0 {
		err = nothing(name)
	}
	if err != nil {
		return nil, err
	}
	return found.mx, nil
}

func (r resolver) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	found, err := r.at(name)
	if err == nil && len(found.addresses) == 0 {
		err = nothing(name)
	}
	if err != nil {
		return nil, err
	}
	return found.addresses, nil
}

func (r resolver) LookupAddr(_ context.Context, address string) ([]string, error) {
	found := r["address "+net.ParseIP(address).String()]
	if found == nil || len(found.ptr) == 0 {
		return nil, nothing(address)
	}
	return found.ptr, nil
}

func addressOf(reverse string) net.IP {
	labels := strings.Split(reverse, ".")
	if strings.HasSuffix(reverse, ".in-addr.arpa") && len(labels) == 6 {
		return net.ParseIP(labels[3] + "." + labels[2] + "." + labels[1] + "." + labels[0])
	}
	if !strings.HasSuffix(reverse, ".ip6.arpa") || len(labels) != 34 {
		return nil
	}
	text := ""
	for at := 31; at >= 0; at-- {
		text += labels[at]
		if at%4 == 0 && at > 0 {
			text += ":"
		}
	}
	return net.ParseIP(text)
}

func hold(zone map[string]records) resolver {
	held := resolver{}
	for name, entry := range zone {
		answer := &answers{fails: entry.Fail != "", ptr: entry.PTR}
		if len(entry.CNAME) > 0 {
			answer.alias = entry.CNAME[0]
		}
		for _, address := range append(entry.A, entry.AAAA...) {
			answer.addresses = append(answer.addresses, net.IPAddr{IP: net.ParseIP(address)})
		}
		for _, strs := range entry.TXT {
			answer.txt = append(answer.txt, strings.Join(strs, ""))
		}
		for _, mx := range entry.MX {
			answer.mx = append(answer.mx, &net.MX{Host: mx.host, Pref: mx.preference})
		}
		held[name] = answer
		if address := addressOf(name); address != nil {
			held["address "+address.String()] = answer
		}
	}
	return held
}

type query struct{ Ip, Sender, Helo string }

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	held := resolver{}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var message struct {
			Zone   map[string]records
			Time   []query
			Rounds int
		}
		if err := json.Unmarshal(line, &message); err != nil {
			panic(err)
		}
		if message.Zone != nil {
			held = hold(message.Zone)
			out.Encode(map[string]bool{"ready": true})
			continue
		}
		addresses := make([]net.IP, len(message.Time))
		results := make([]string, len(message.Time))
		for at, asked := range message.Time {
			addresses[at] = net.ParseIP(asked.Ip)
		}
		began := time.Now()
		for round := 0; round < message.Rounds; round++ {
			for at, asked := range message.Time {
				result, _ := spf.CheckHostWithSender(addresses[at], asked.Helo, asked.Sender, spf.WithResolver(held))
				results[at] = string(result)
			}
		}
		ms := float64(time.Since(began).Microseconds()) / 1000
		out.Encode(map[string]interface{}{"ms": ms, "results": results})
	}
}
