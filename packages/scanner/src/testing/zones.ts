import { type Zone, zonesOf } from '@waxseal/core/dns'
import { blocklistZone, dkim2048 } from '@waxseal/core/fixtures'

/** A domain without any finding, on no list: a score of 100. */
export const perfect: Zone = zonesOf(blocklistZone([]), {
  'perfect.example': {
    A: ['8.26.56.1'],
    MX: [
      [10, 'mx1.perfect.example'],
      [20, 'mx2.perfect.example'],
    ],
    TXT: ['v=spf1 mx include:_spf.perfect.example -all'],
    NS: ['ns1.perfect.example'],
  },
  'mx1.perfect.example': { A: ['8.26.56.10'], AAAA: ['2600::10'] },
  'mx2.perfect.example': { A: ['8.26.56.11'] },
  '_spf.perfect.example': { TXT: ['v=spf1 ip4:8.26.56.32/28 -all'] },
  '_dmarc.perfect.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:reports@perfect.example'] },
  's1._domainkey.perfect.example': { TXT: [dkim2048] },
})

/** A domain with many findings, and hostile text in its records. */
export const weak: Zone = {
  'weak.example': {
    MX: [
      [10, 'mx.weak.example'],
      [20, 'gone.weak.example'],
    ],
    TXT: ['v=spf1 mx ptr ?all', '\u001B[2J\u001B]0;owned\u0007 hello \u009B31m'],
  },
  'mx.weak.example': { A: ['8.26.56.12'] },
  '_dmarc.weak.example': { TXT: ['v=DMARC1; p=none'] },
}

/** A domain whose servers do not reply. */
export const silent: Zone = {
  'silent.example': { fail: 'timeout' },
  '_dmarc.silent.example': { fail: 'timeout' },
}

/** A domain whose servers refuse. */
export const refused: Zone = {
  'refused.example': { fail: 'refused' },
  '_dmarc.refused.example': { fail: 'servfail' },
}
