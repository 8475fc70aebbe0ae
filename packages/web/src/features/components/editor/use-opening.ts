/** What happens once when the editor opens: restored unsaved work is reported, and a run that the address requests is started. */
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { drafts } from './draft-store.ts'

interface Opening {
  readonly componentId: string
  readonly canEdit: boolean
  readonly run: () => void
}

export function useOpening({ componentId, canEdit, run }: Opening): void {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const onOpened = useEffectEvent(() => {
    const draft = canEdit ? drafts.read(sessionStorage, componentId) : null
    if (draft) {
      const hasSecrets = draft.document.variables.some(({ secret }) => secret)
      const text = hasSecrets ? t('component.draftRestoredSecrets') : t('editor.draftRestored')
      notify({ kind: 'info', text })
    }
    if (!search.has('run')) return
    setSearch(before => new URLSearchParams([...before].filter(([name]) => name !== 'run')), {
      replace: true,
    })
    run()
  })
  useEffect(() => onOpened(), [])
}
