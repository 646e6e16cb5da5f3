package certstest

import (
	"net"
	"strings"
	"sync"

	"github.com/miekg/dns"
)

// names is a name server that resolves every host to this machine.
type names struct {
	address string
	hidden  sync.Map // hosts it does not resolve
	server  *dns.Server
}

func serveNames() (*names, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &names{address: l.Addr().String()}
	n.server = &dns.Server{Listener: l, Handler: n}
	go n.server.ActivateAndServe()
	return n, nil
}

// ServeDNS answers questions for IPv4 addresses, and others with no records.
func (n *names) ServeDNS(w dns.ResponseWriter, question *dns.Msg) {
	answer := new(dns.Msg).SetReply(question)
	for _, q := range question.Question {
		_, hidden := n.hidden.Load(strings.TrimSuffix(q.Name, "."))
		if q.Qtype == dns.TypeA && !hidden {
			header := dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}
			answer.Answer = append(answer.Answer, &dns.A{Hdr: header, A: net.IPv4(127, 0, 0, 1)})
		}
	}
	_ = w.WriteMsg(answer) // fails if the client has disconnected
}

func (n *names) close() { _ = n.server.Shutdown() } // fails only if it has not started
