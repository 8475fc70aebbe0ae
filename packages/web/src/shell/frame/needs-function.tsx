/** Shows a page only to those whose role in the project holds the function it needs. */
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
