import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isPrintable } from './printable.ts'
import {
  deleteReportLogoRoute,
  identityLimits,
  reportIdentityRoute,
  setReportIdentityRoute,
} from './report-identity.route.ts'

/** A picture as a page shows it: its size in pixels, and its bytes as a `data:` URL. */
const logo = z.object({ width: z.number().int(), height: z.number().int(), url: z.string() })

/** Who a report is from, as its top shows it. */
export const shownIdentity = z
  .object({
    /** Empty: the logo says it. */
    name: z.string(),
    logo: logo.nullable(),
  })
  .meta({ id: 'ReportIdentity' })

const settings = shownIdentity.extend({
  /** Whether the plan shows it. What is stored is kept on every plan. */
  allowed: z.boolean(),
})

export const reportIdentity = endpoint({
  route: reportIdentityRoute,
  summary: 'Returns the name and the logo that PDF reports and shared reports carry.',
  status: 200,
  reply: settings,
  errors: ['unauthorized'],
})

const nameTooLong = `A name can have at most ${identityLimits.nameCharacters} characters`

export const setReportIdentity = endpoint({
  route: setReportIdentityRoute,
  summary:
    'Sets the name on reports, and the logo where the call has one; without one the stored logo stays. It needs the ' +
    'Business plan.',
  status: 200,
  body: z.object({
    /** Empty: no name. */
    name: z
      .string()
      .trim()
      .refine(text => Array.from(text).length <= identityLimits.nameCharacters, nameTooLong)
      .refine(isPrintable, 'A name can only have visible characters'),
    /** A PNG or JPEG file in base64. */
    logo: z.string().refine(isBase64, 'must be a file in base64').optional(),
  }),
  reply: settings,
  errors: ['unauthorized', 'feature_locked', 'too_large'],
})

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)
}

export const deleteReportLogo = endpoint({
  route: deleteReportLogoRoute,
  summary: 'Removes the logo from reports, on every plan.',
  status: 200,
  reply: settings,
  errors: ['unauthorized'],
})
