/** Uploads plans one after another; each refused plan is reported with line and reason, and the others continue. */

import { formatBytes } from '@pone/metrics/figures.ts'
import { maxJmeterPlanBytes } from '@pone/schema/limits.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useJmeterCatalogue } from '../jmeter-queries.ts'

/** A refused plan, and why. */
export interface PlanRefusal {
  readonly key: number
  readonly file: string
  readonly reason: string
}

export interface PlanUploads {
  readonly isBusy: boolean
  readonly refusals: readonly PlanRefusal[]
  readonly forget: () => void
  /** Opens the file selection of the browser. */
  readonly choose: (parentId: string) => void
  readonly send: (files: readonly File[], parentId: string) => Promise<void>
}

/** `onOpen` is called with the component if a single plan was uploaded. */
export function usePlanUploads(onOpen: (id: string) => void): PlanUploads {
  const t = useT()
  const { importPlan } = useJmeterCatalogue()
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly PlanRefusal[]>([])
  const nextKey = useRef(1)

  const refusalOf = (file: File): string | null => {
    if (!/\.jmx$/i.test(file.name)) return t('jmeterPlan.upload.notJmx')
    if (file.size > maxJmeterPlanBytes)
      return t('jmeterPlan.upload.tooLarge', { limit: formatBytes(maxJmeterPlanBytes) })
    return null
  }
  const send = async (files: readonly File[], parentId: string) => {
    setBusy(true)
    const refused: PlanRefusal[] = []
    const taken: string[] = []
    for (const file of files) {
      let reason = refusalOf(file)
      try {
        if (reason === null) taken.push((await importPlan.mutateAsync({ parentId, file })).id)
      } catch (error) {
        reason = errorMessage(error)
      }
      if (reason !== null) refused.push({ key: nextKey.current++, file: file.name, reason })
    }
    setBusy(false)
    setRefusals(before => [...before, ...refused])
    if (taken.length > 0)
      notify({ kind: 'success', text: t('jmeterPlan.upload.done', { count: taken.length }) })
    const [only] = taken
    if (only !== undefined && files.length === 1) onOpen(only)
  }
  const choose = (parentId: string) => {
    const field = document.createElement('input')
    field.type = 'file'
    field.accept = '.jmx'
    field.multiple = true
    field.addEventListener('change', () => void send([...(field.files ?? [])], parentId))
    field.click()
  }
  return { isBusy, refusals, forget: () => setRefusals([]), choose, send }
}
