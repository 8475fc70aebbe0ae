/** Saving a plan under its revision, and what can be done when someone else saved in between. */
import type { JmeterComponent, JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError, showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { freeSiblingName } from '../../ui/catalogue-model.ts'
import { useJmeterCatalogue } from './jmeter-queries.ts'
import { fromBase64, planFile } from './plan-bytes.ts'
import { isDirty, type PlanAction, type PlanState, textOf } from './plan-model.ts'

/** Someone else's version that stands in the way. */
export interface PlanConflict {
  readonly theirs: JmeterComponent
  readonly text: string
}

interface PlanSave {
  readonly isSaving: boolean
  readonly save: () => Promise<void>
  readonly conflict: PlanConflict | null
  readonly closeConflict: () => void
  readonly loadTheirs: () => void
  readonly keepAsCopy: () => Promise<void>
  readonly overwrite: () => Promise<void>
}

interface PlanSaveInput {
  readonly node: JmeterComponentNode
  readonly nodes: readonly JmeterComponentNode[]
  readonly state: PlanState
  readonly dispatch: (action: PlanAction) => void
  readonly onOpen: (id: string) => void
}

export function usePlanSave({ node, nodes, state, dispatch, onOpen }: PlanSaveInput): PlanSave {
  const t = useT()
  const projectId = useSession('projectId')
  const { importPlan, refresh } = useJmeterCatalogue()
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<PlanConflict | null>(null)
  const [copyId, setCopyId] = useState<string | null>(null)
  const isBusy = useRef(false)
  const isClean = !isDirty(state)
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  // Only once this version is clean does leaving it raise no question.
  useEffect(() => {
    if (copyId !== null && isClean) open.current(copyId)
  }, [copyId, isClean])
  const { id } = node

  const saveAt = async (revision: number) => {
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    try {
      const text = textOf(state)
      const input = { projectId, id, revision }
      const answer = await api.jmeterComponent.save(input, { file: planFile(node.name, text) })
      dispatch({ kind: 'saved', text, revision: answer.revision })
      setConflict(null)
      void refresh()
      notify({ kind: 'success', text: t('jmeterPlan.saved') })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedMeanwhile') await showConflict()
      else showError(error)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }
  const showConflict = async () => {
    try {
      const theirs = await api.jmeterComponent.get({ projectId, id })
      const decoded = decodePlan(fromBase64(theirs.document.base64))
      if (decoded.ok) setConflict({ theirs, text: decoded.text })
    } catch (error) {
      showError(error)
    }
  }
  const loadTheirs = () => {
    if (!conflict) return
    dispatch({ kind: 'load', text: conflict.text, revision: conflict.theirs.revision })
    setConflict(null)
  }
  const keepAsCopy = async () => {
    const parentId = node.parentId ?? ''
    const name = freeSiblingName(nodes, parentId, t('jmeterPlan.conflict.copyName', { name: node.name }))
    try {
      const file = planFile(name, textOf(state))
      const copy = await importPlan.mutateAsync({ parentId, name, file })
      loadTheirs()
      notify({ kind: 'success', text: t('jmeterPlan.conflict.copied', { name: copy.name }) })
      setCopyId(copy.id)
    } catch (error) {
      showError(error)
    }
  }
  return {
    isSaving,
    save: () => saveAt(state.revision),
    conflict,
    closeConflict: () => setConflict(null),
    loadTheirs,
    keepAsCopy,
    overwrite: async () => {
      if (conflict) await saveAt(conflict.theirs.revision)
    },
  }
}
