import type { Route } from './endpoint.ts'

export const visitorCheckRoute = {
  id: 'visitor-check',
  method: 'POST',
  path: '/check',
  auth: 'public',
} as const satisfies Route
export const linkCheckRoute = {
  id: 'visitor-check.link',
  method: 'POST',
  path: '/check/links',
  auth: 'public',
} as const satisfies Route
/** What the page of a link shows. The token is all that it needs. */
export const linkedCheckRoute = {
  id: 'visitor-check.linked',
  method: 'GET',
  path: '/check/links/:token',
  auth: 'public',
} as const satisfies Route
export const deleteCheckLinkRoute = {
  id: 'visitor-check.delete-link',
  method: 'DELETE',
  path: '/check/links/:token',
  auth: 'public',
} as const satisfies Route

/** The page that a link to a visitor's check opens. */
export const checkPage = '/check/:token'

/** Days that such a link lasts. */
export const checkLinkDays = 7

/** Such links that one client may create in a UTC day: an IPv4 address, or a /64 of IPv6. */
export const checkLinksADay = 20
