/** Shows a page only to users whose role in the project has the permission it requires. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { ComponentType } from 'react'
import { useCan } from '../../lib/session/session.ts'
import { DeniedState } from '../../ui/page/page-states.tsx'

export function NeedsFunction({
  needs,
  Page,
}: {
  readonly needs: ProjectFunction
  readonly Page: ComponentType
}) {
  return useCan(needs) ? <Page /> : <DeniedState />
}
