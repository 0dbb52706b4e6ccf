import { z } from 'zod'
import { issueBreakdownRoute, priorityActionsRoute } from './dashboard.route.ts'
import { endpoint } from './endpoint.ts'

/** The issue breakdown (specification 1, section 3) with our additions. */
export const issueBreakdown = endpoint({
  route: issueBreakdownRoute,
  summary:
    'Returns the findings that cost points in the newest scans of the workspace, each with its number of domains. Accepted and muted findings are left out.',
  status: 200,
  reply: z
    .object({
      scanned_domains: z.number().int(),
      total_domains: z.number().int(),
      /** The most frequent first. */
      issues: z.array(
        z.object({
          /** The finding. */
          id: z.string(),
          label: z.string(),
          /** The number of domains that have it. */
          count: z.number().int(),
          /** Of the scanned domains, 1 to 100; 100 only where all have it. */
          percentage: z.number().int(),
          /** By severity: critical red, high orange, medium yellow, low blue. Clients map the name to a color of their own. */
          color: z.enum(['red', 'orange', 'yellow', 'blue']),
        }),
      ),
      /** Checks that could not be made in the newest scan, with the number of domains. They are no issues and cost nothing. */
      unchecked: z.array(z.object({ label: z.string(), count: z.number().int() })),
    })
    .meta({ id: 'IssueBreakdown' }),
  errors: ['unauthorized'],
})

/** The priority actions (specification 1, section 3) with our additions. */
export const priorityActions = endpoint({
  route: priorityActionsRoute,
  summary:
    'Returns what to fix first, at most 8 actions. The one that regains the most points over all domains comes first.',
  status: 200,
  reply: z
    .array(
      z.object({
        priority: z.enum(['critical', 'high', 'medium', 'other']),
        title: z.string(),
        description: z.string(),
        /** The path of a screen of this application. */
        action_url: z.string(),
        action_label: z.string(),
        /** The finding. */
        finding: z.string(),
        /** The number of domains that have it. */
        domains: z.number().int(),
        /** The points that the scores of all these domains regain without it; null: nothing else of them can be judged before. */
        points: z.number().int().nullable(),
      }),
    )
    .meta({ id: 'PriorityActions' }),
  errors: ['unauthorized'],
})
