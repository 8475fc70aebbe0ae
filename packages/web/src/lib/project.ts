/** The project that the workspace shows: choosing it, keeping its access list fresh. */
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.ts'
import { session, useSession } from './session.ts'

/** Makes a project the current one of this tab. */
export function chooseProject(project: ProjectChoice): void {
  session.set({
    hasProject: true,
    projectId: project.id,
    projectName: project.name,
    accessList: project.functions,
    currentScript: '',
  })
}

/** Leaves the current project. */
export function leaveProject(): void {
  session.set({ hasProject: false, projectId: '', projectName: '', accessList: [], currentScript: '' })
}

/** Id of the current project; '' outside the workspace. */
export const useProjectId = (): string => useSession('projectId')

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'get'],
    queryFn: ({ signal }) => api.project.get({ projectId }, { signal }),
    enabled: projectId !== '',
  })

/** Keeps name and access list of the current project as the server has them; a role may change while the page is open. */
export function useFreshProject(): void {
  const projectId = useProjectId()
  const { data } = useQuery({ ...projectQuery(projectId), refetchInterval: 60_000 })
  useEffect(() => {
    if (data && data.id === session.get().projectId) {
      session.set({ projectName: data.name, accessList: data.functions })
    }
  }, [data])
}
