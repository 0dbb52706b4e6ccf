"""pyspf as a peer: one JSON object a line in, one out.

{"ip", "sender", "helo"}      -> {"result", "explanation", "problem"}
{"zone": {name: records}}     -> {"ready": true}; from now on answers come from that zone instead of DNS
{"time": [query, ...], "rounds": n} -> {"ms": wall time of all of them, n times over, "results": those of the last round}

The name server is the first argument.
"""
import json
import sys
import time
import warnings

warnings.simplefilter('ignore')

import DNS
import spf

DNS.defaults['server'] = [sys.argv[1]]
receiver = 'receiver.example.net'
zone = {}


def from_dns(name, qtype, strict=True, timeout=20):
    """pyspf's own look-up takes SERVFAIL for an empty answer (it never reads the code of an answer over UDP); the
    evaluation is what is compared here, so the code is read for it."""
    try:
        reply = DNS.DnsRequest(name, qtype=qtype, timeout=5).req()
        if reply.header['tc']:
            reply = DNS.DnsRequest(name, qtype=qtype, protocol='tcp', timeout=5).req()
    except (DNS.DNSError, OSError) as error:
        raise spf.TempError('DNS ' + str(error))
    if reply.header['rcode'] not in (0, 3):
        raise spf.TempError('DNS ' + str(reply.header['status']))
    return [((a['name'], a['typename']), a['data']) for a in reply.answers]


def from_zone(name, qtype, strict=True, timeout=20):
    found = []
    for _ in range(12):
        entry = zone.get(name.lower())
        if entry is None:
            break
        if 'fail' in entry:
            raise spf.TempError('DNS SERVFAIL')
        if qtype in entry:
            return found + [((name, qtype), data) for data in entry[qtype]]
        if 'CNAME' not in entry:
            break
        target = entry['CNAME'][0]
        found.append(((name, 'CNAME'), target))
        name = target
    return found


def take(answers):
    for name, entry in answers.items():
        if 'TXT' in entry:
            entry['TXT'] = [[string.encode('latin-1') for string in strings] for strings in entry['TXT']]
        if 'MX' in entry:
            entry['MX'] = [tuple(pair) for pair in entry['MX']]
        zone[name] = entry


def evaluate(query):
    asked = spf.query(i=query['ip'], s=query['sender'], h=query['helo'], receiver=receiver, timeout=5, querytime=0)
    result, _, text = asked.check()
    own = result == 'fail' and text != spf.EXPLANATIONS['fail']
    problem = text if result in ('permerror', 'temperror') else None
    return {'result': result, 'explanation': text if own else None, 'problem': problem}


def answer(line):
    message = json.loads(line)
    if 'zone' in message:
        take(message['zone'])
        spf.DNSLookup = from_zone
        return {'ready': True}
    if 'time' in message:
        began = time.perf_counter()
        for _ in range(message['rounds']):
            results = [evaluate(query) for query in message['time']]
        ms = (time.perf_counter() - began) * 1000
        return {'ms': ms, 'results': [result['result'] for result in results]}
    try:
        return evaluate(message)
    except Exception as error:
        return {'result': 'crash', 'explanation': None, 'problem': repr(error)}


spf.DNSLookup = from_dns
for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
