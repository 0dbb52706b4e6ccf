import { useLocation } from 'react-router'

/**
 * The key of the link to this place that was followed last; null: the address names another place. Users can follow the
 * same link twice, so its key identifies it.
 */
export function useFollowedLink(id: string): string | null {
  const { hash, key } = useLocation()
  return hash === `#${id}` ? key : null
}
