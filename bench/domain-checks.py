"""checkdmarc for bench/checkdmarc.ts: {"domains": [...], "nameserver": ...} a line in, {"ms": ..., "invalid": ...} out."""
import json
import sys
import time

import checkdmarc

for line in sys.stdin:
    asked = json.loads(line)
    began = time.perf_counter()
    results = checkdmarc.check_domains(asked['domains'], skip_tls=True, nameservers=[asked['nameserver']], timeout=5.0)
    ms = (time.perf_counter() - began) * 1000
    valid = sum(1 for result in results if result['spf'].get('valid'))
    print(json.dumps({'ms': ms, 'domains': len(results), 'validSpf': valid}), flush=True)
