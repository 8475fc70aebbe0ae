import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmIn, openProject, projectCluster, projectClusters, told, uuid } from './test-clusters.tsx'

test('a project sees its clusters with their machines, and edits its own', async () => {
  await openProject(['cluster.edit'])
  await screen.findByText('Cluster own')
  expect(told()).toMatchInlineSnapshot(`
    "banner
      heading "Clusters"
      Clusters available to this project
      button "plus New cluster"
    img "search"
    textbox "Cluster or load machine" (Cluster or load machine)
    button "close-circle"
    region "Cluster own"
      banner
        heading "Cluster own"
        OnlinePRCreated by this project2,500 / 10,000Estimated release time2026-11-22 09:30:15
        button "Edit: Cluster own"
        button "More actions: Cluster own"
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Remaining / max concurrent users" | columnheader "Remaining / max scripts" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release time" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: load-a | Running | 4,000 / 5,000 | 1 / 10 | 25 % | link "#12 Peak" → /pone/atf/projects/realTimeMonitoring?id=r1; 1,200 usersIn use by another project 300 users | 2026-11-22 09:30:15 | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-b | Offline | – | – | – | – | – | – | – | – | 8 cores · 16 GiB | 1.2.0
        row: load-c | Out of service | 4,000 / 5,000 | 1 / 10 | 97 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-d | Draining | 4,000 / 5,000 | 1 / 10 | 25 % | link "#12 Peak" → /pone/atf/projects/realTimeMonitoring?id=r1; 1,200 usersIn use by another project 300 users | A run has no planned end | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-e | Key revoked | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 16 GiB | 1.2.0
        row: load-f | Online | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | 8 cores · 0 B | 1.2.0
    region "Cluster public"
      banner
        heading "Cluster public"
        OfflineJMeterPublic2,500 / 10,000
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Remaining / max concurrent users" | columnheader "Remaining / max scripts" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release time" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: The cluster has no load machines
    region "Cluster lent"
      banner
        heading "Cluster lent"
        OnlinePRAssigned to this project2,500 / 10,000
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Remaining / max concurrent users" | columnheader "Remaining / max scripts" | columnheader "CPU" | columnheader "Runs" | columnheader "Estimated release time" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Hardware" | columnheader "Agent version"
        row: load-b | Offline | – | – | – | – | – | – | – | – | 8 cores · 16 GiB | 1.2.0"
  `)
})

test('users without the edit permission see clusters without actions', async () => {
  await openProject([])
  await screen.findByText('Cluster own')
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /New cluster/ })).toBeNull()
})

test('a project edits its cluster and deletes it after confirmation', async () => {
  const { user, to } = await openProject(['cluster.edit'], {
    'projectCluster/edit': projectClusters[0],
    'projectCluster/delete': {},
  })
  await user.click(await screen.findByRole('button', { name: /^Edit: / }))
  await screen.findByRole('textbox', { name: 'Name' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('projectCluster/edit')).toHaveLength(1))
  expect(to('projectCluster/edit')[0]).toMatchInlineSnapshot(`
    {
      "engine": "pr",
      "id": "00000000-0000-4000-8000-0000006f776e",
      "machineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062","00000000-0000-4000-8000-000000000063","00000000-0000-4000-8000-000000000064","00000000-0000-4000-8000-000000000065","00000000-0000-4000-8000-000000000066"]",
      "name": "Cluster own",
      "projectId": "p1",
      "seenMachineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062","00000000-0000-4000-8000-000000000063","00000000-0000-4000-8000-000000000064","00000000-0000-4000-8000-000000000065","00000000-0000-4000-8000-000000000066"]",
    }
  `)
  await user.click(screen.getByRole('button', { name: /^More actions: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toContain('Cluster own')
  await waitFor(() => expect(to('projectCluster/delete')).toEqual([{ projectId: 'p1', id: uuid('own') }]))
})

test('clusters of a project are searched and paged; a search without a match can be cleared', async () => {
  const many = Array.from({ length: 12 }, (_, index) => projectCluster(`x${index}`))
  const { user, router } = await openProject([], { 'projectCluster/list': many })
  await screen.findByText('Cluster x9')
  expect(screen.queryByText('Cluster x10')).toBeNull()
  await user.click(screen.getByRole('listitem', { name: '2' }))
  await screen.findByText('Cluster x10')
  expect(router.state.location.search).toBe('?page=2')
  await user.type(screen.getByPlaceholderText('Cluster or load machine'), 'nothing{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByText('Cluster x9')
})

test('a project without clusters names whom to ask, and has one button for a new one', async () => {
  await openProject(['cluster.edit'], { 'projectCluster/list': [] })
  expect(await screen.findByText('No clusters available yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /New cluster/ })).toHaveLength(1)
})
