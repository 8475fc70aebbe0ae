/** The cross-field rules of project forms, in the current language. */
import type { ProjectFields } from '@pone/contract/entities/project.ts'
import { useT } from '../../../lib/i18n.ts'
import { projectFaults } from './project-rules.ts'

type Checked = {
  readonly [K in 'plannedStartAt' | 'plannedEndAt' | 'actualStartAt' | 'actualEndAt' | 'dynamicProperties']?:
    | ProjectFields[K]
    | undefined
} & {
  readonly templateId?: string | null
  readonly templateProperties?: readonly string[]
}

export function useProjectCheck(): (value: Checked) => Record<string, string> {
  const t = useT()
  return value =>
    Object.fromEntries(
      Object.entries(
        projectFaults(
          {
            plannedStartAt: value.plannedStartAt ?? null,
            plannedEndAt: value.plannedEndAt ?? null,
            actualStartAt: value.actualStartAt ?? null,
            actualEndAt: value.actualEndAt ?? null,
            dynamicProperties: value.dynamicProperties ?? [],
          },
          { id: value.templateId ?? null, ticked: value.templateProperties ?? [] },
        ),
      ).map(([field, key]) => [field, t(key)]),
    )
}
