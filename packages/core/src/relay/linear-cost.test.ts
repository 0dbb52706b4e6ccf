import { it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { coversHost } from './certificate.ts'
import { recipientVerdict, type SmtpReply, saidBy } from './reply.ts'

it('a reply to RCPT takes time in proportion to its length', () =>
  expectLinearCost((reply: SmtpReply) => [recipientVerdict(reply), saidBy(reply)], {
    max: 65_536,
    tokens: ['relay', 'sender ', 'block', 'not a ', 'null ', 'reverse ', '5.1.', 'un-', 'rbl', 'service un'],
    heads: ['', '550 '],
    wrap: text => ({ code: 550, lines: [text.slice(0, 2), ...(text.match(/[^]{1,2048}/g) ?? [])] }),
  }))

it('the names of a certificate take time in proportion to their length', () =>
  expectLinearCost(
    (names: readonly string[]) => [
      coversHost({ names }, 'mx.example.com'),
      coversHost({ names: ['*.a'] }, names.join('.')),
    ],
    {
      max: 65_536,
      tokens: ['*.', 'a.'],
      wrap: text => text.split(','),
    },
  ))
