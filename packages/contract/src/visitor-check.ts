import { z } from 'zod'
import { scanReply } from './diagnostics.ts'
import { endpoint } from './endpoint.ts'
import { visitorCheckRoute } from './visitor-check.route.ts'

export const visitorCheck = endpoint({
  route: visitorCheckRoute,
  summary:
    'Checks one domain without an account: a scan on the Starter plan without a relay test and without VirusTotal. ' +
    'Everyone who asks for the same name within 10 minutes gets the same result. With "Accept: text/event-stream" the ' +
    'call streams "progress" events and ends with one "result" or "error" event. 404 where the operator has switched it off.',
  status: 200,
  body: z.object({ domain_name: z.string().max(2_000) }),
  reply: scanReply,
  errors: ['invalid_domain', 'not_found', 'rate_limited', 'unavailable'],
})
