/** The project of the workspace: selecting it, and keeping its access list up to date. */
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api } from './api.ts'
import { ApiError, errorMessage } from './api-error.ts'
import { paths, projectDefault } from './navigation/navigation.ts'
import { exclaimed, notify } from './notices.ts'
import { session, useSession } from './session/session.ts'

const refreshMs = 60_000

/** Selects a project as the current one of this tab. */
export function chooseProject(project: ProjectChoice): void {
  session.set({
    hasProject: true,
    projectId: project.id,
    projectName: project.name,
    accessList: project.functions,
    currentScript: '',
  })
}

/** First page of a project that was just selected: the page that enables it, if it is disabled and the user may do that. */
export const entranceOf = (project: ProjectChoice): string =>
  !project.isEnabled && project.functions.includes('project.edit')
    ? paths.projectManagement
    : projectDefault(session.get().cloudMode)

function leaveProject(): void {
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

/** Updates name and access list of the current project from the server; a role may change while the page is open. */
export function useFreshProject(): void {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...projectQuery(projectId), refetchInterval: refreshMs })
  useEffect(() => {
    if (data && data.id === session.get().projectId) {
      session.set({ projectName: data.name, accessList: data.functions })
    }
  }, [data])
  // The user was removed from the project, or it was deleted: select another one.
  const isGone = error instanceof ApiError && error.code === 'NotFound'
  useEffect(() => {
    if (!isGone) return
    notify({ kind: 'warning', text: exclaimed(errorMessage(error)) })
    leaveProject()
    void navigate('/')
  }, [isGone, error, navigate])
}
