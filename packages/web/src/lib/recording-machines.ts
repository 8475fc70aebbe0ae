/** Load machines on which the project may record, capture and count logs, as a choice. */
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useT } from './i18n.ts'
import { useProjectId } from './project.ts'

export function useRecordingMachines() {
  const t = useT()
  const projectId = useProjectId()
  const machines = useQuery({
    queryKey: ['captureMachines', projectId],
    queryFn: ({ signal }) => api.capture.machines({ projectId }, { signal }),
    gcTime: 0,
  })
  const options = (machines.data ?? []).map(({ id, name, address, isOnline }) => ({
    value: id,
    label: [name, address, isOnline ? '' : t('component.machineCapture.offline')].filter(Boolean).join(' · '),
    disabled: !isOnline,
  }))
  return { machines, options }
}
