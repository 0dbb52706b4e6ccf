import { useQuery } from '@tanstack/react-query'
import type { Route } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { isAtLeast } from '@waxseal/core/plan'
import { meQuery } from './queries.ts'

/**
 * Why the person's role in the workspace does not allow a call; null when it does, and while the role is not known: the
 * server decides then.
 */
export function useRoleProblem(route: Route): string | null {
  const { data: me } = useQuery(meQuery)
  if (route.auth !== 'user' || me === undefined || isAtLeast(me.workspace.role, route.role)) return null
  return wording.forbiddenRole(route.role)
}
