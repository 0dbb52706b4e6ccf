import { z } from 'zod'
import { scanReply } from './diagnostics.ts'
import { endpoint } from './endpoint.ts'
import {
  checkLinkDays,
  checkLinksADay,
  deleteCheckLinkRoute,
  linkCheckRoute,
  linkedCheckRoute,
  visitorCheckRoute,
} from './visitor-check.route.ts'

const params = z.object({ token: z.string().max(100) })

export const visitorCheck = endpoint({
  route: visitorCheckRoute,
  summary:
    'Checks one domain without an account: a scan on the Starter plan without a relay test, without any other session ' +
    'with a mail server, and without VirusTotal. ' +
    'Everyone who asks for the same name within 10 minutes gets the same result. With "Accept: text/event-stream" the ' +
    'call streams "queued" events with the place in the queue, then "progress" events, and ends with one "result" or ' +
    '"error" event. A client has five such streams at once: a further call gets the plain reply when the check is done. ' +
    '404 where the operator has switched it off.',
  status: 200,
  body: z.object({ domain_name: z.string().max(2_000) }),
  reply: scanReply,
  errors: ['invalid_domain', 'not_found', 'rate_limited', 'unavailable'],
})

export const linkCheck = endpoint({
  route: linkCheckRoute,
  summary:
    'Stores the report of a check without an account, and creates a link to it. `domain_name` and `finished_at` are ' +
    'those of its result, which the process that made it holds for an hour: 410 after that, and from every other ' +
    'process. With `check_again` a report that is not held is made again in the same call, as by POST /check, and ' +
    '`finished_at` of the reply is that of the new one. Only this reply contains ' +
    `the link. It lasts ${checkLinkDays} days. A client may create ${checkLinksADay} a day. 404 where the operator ` +
    'has switched visitors’ checks off.',
  status: 201,
  body: z.object({
    domain_name: z.string().max(253),
    finished_at: z.string().max(40),
    check_again: z.boolean().optional(),
  }),
  reply: z.object({
    url: z.string(),
    expires_at: z.string(),
    /** When the check ended whose report the link shows. */
    finished_at: z.string(),
  }),
  errors: ['invalid_domain', 'not_found', 'gone', 'rate_limited', 'unavailable'],
})

export const linkedCheck = endpoint({
  route: linkedCheckRoute,
  summary:
    'Returns the report behind a link to a check without an account, as it was made. 410 for a link that has expired ' +
    'or was deleted, and for every other token of the right form: nothing is kept of a link that has ended.',
  status: 200,
  params,
  reply: z.object({
    /** The domain in Unicode, where that differs. */
    domain_unicode: z.string().nullable(),
    scan: scanReply,
    expires_at: z.string(),
  }),
  errors: ['not_found', 'gone', 'rate_limited'],
})

export const deleteCheckLink = endpoint({
  route: deleteCheckLinkRoute,
  summary: 'Deletes a link to a check without an account, and its report. Everyone who has the link may do so.',
  status: 204,
  params,
  reply: z.null(),
  errors: ['not_found', 'gone', 'rate_limited'],
})
