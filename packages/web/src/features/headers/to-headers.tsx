import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'

/** The other address of the header analyzer. A component of the router would be part of every first page. */
export function ToHeaders(): ReactNode {
  const navigate = useNavigate()
  useEffect(() => void navigate(paths.headers, { replace: true }), [navigate])
  return null
}
