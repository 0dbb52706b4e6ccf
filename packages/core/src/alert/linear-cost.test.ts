import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { shownPair } from './difference.ts'
import { strengthOfTexts } from './dmarc-strength.ts'
import { renderEmail } from './email.ts'
import { hostile, messageOf } from './messages.fixture.ts'
import { readAlert } from './read.ts'
import { renderSlack } from './slack.ts'
import { renderTeams } from './teams.ts'
import { renderWebhook } from './webhook.ts'

/** A whole DNS answer. */
const max = 65_535

describe('takes time in proportion to its length', () => {
  it('an alert, read and shown by each channel', () =>
    expectLinearCost(
      text => {
        const message = messageOf(hostile(text))
        return [readAlert(hostile(text)), renderEmail, renderSlack, renderTeams, renderWebhook].map(render =>
          typeof render === 'function' ? render(message) : render,
        )
      },
      { max, tokens: ['<!channel>', '{{', '&amp;', '\u202E'] },
    ))

  it('two values of which the part that differs is shown', () =>
    expectLinearCost(text => [shownPair(text, `${text} x`, 500), shownPair(`a${text}`, text, 80)], {
      max,
      tokens: ['  ', 'a ', '\u00a0', '\u00fc'],
    }))

  it('a DMARC record of a change', () => expectLinearCost(strengthOfTexts, { max, tokens: ['p=', 'v=DMARC1;'] }))
})
