/** Why a flame diagram cannot be shown; one that does not exist has a page of its own. */
import { Navigate } from 'react-router'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../page/page-states.tsx'

export function ProfileError(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const { error } = props
  if (error instanceof ApiError && error.code === 'NotFound') return <Navigate to="/noFlameDiagram" replace />
  return <ErrorState {...props} />
}
