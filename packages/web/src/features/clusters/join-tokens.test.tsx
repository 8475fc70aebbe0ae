import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers } from '../../test-page.tsx'
import {
  clusters,
  confirmIn,
  controller,
  machines,
  open,
  pageOf,
  row,
  table,
  tokens,
  told,
  uuid,
} from './test-clusters.tsx'

test('controllers are listed; one with a separate file directory is marked', async () => {
  await open('/?tab=controllers')
  await screen.findByText('server-1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table
      row: columnheader "Name" | columnheader "State" | columnheader "Address" | columnheader "Port" | columnheader "Socket port" | columnheader "Active runs" | columnheader "Started" | columnheader "Last seen"
      row: server-1 | Online | 10.0.0.9 | 8600 | 8601 | 3 | 2026-11-22 09:30 | 2026-11-22 09:30:15
      row: server-2; Different upload folder | Offline | – | – | – | 0 | 2026-11-22 09:30 | –"
  `)
})

test('join tokens are listed; those still valid can be revoked', async () => {
  const { user, to } = await open('/?tab=tokens', { 'joinToken/revoke': {} })
  await screen.findByText('Token t1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table
      row: columnheader "Name" | columnheader "State" | columnheader "Cluster to join" | columnheader "Expires" | columnheader "Machines joined" | columnheader "Last used" | columnheader "Created by" | columnheader "Created" | columnheader "Actions"
      row: Token t1 | Valid | Main | 2026-11-22 09:30 | 0 of 1 | – | li | 2026-11-22 09:30 | button "Revoke"
      row: Token t2 | Used up | Main | 2026-11-22 09:30 | 2 of 2 | 2026-11-22 09:30 | li | 2026-11-22 09:30 | button "Revoke"
      row: Token t3 | Expired | Main | 2026-11-22 09:30 | 1,234 (no limit) | – | li | 2026-11-22 09:30 | 
      row: Token t4 | Revoked | Main | No expiry | 0 of 1 | – | li | 2026-11-22 09:30 | "
  `)
  await user.click(within(await row('Token t2')).getByRole('button'))
  await confirmIn(user, 'Revoke')
  await waitFor(() => expect(to('joinToken/revoke')).toEqual([{ id: 't2' }]))
})

test('a join token is created, and its commands are shown once', async () => {
  const { user, to } = await open('/?tab=tokens', {
    'joinToken/list': [],
    'joinToken/create': { id: 't1', token: 'secret-token' },
    'cluster/certificate': { pin: null },
  })
  const [create] = await screen.findAllByRole('button', { name: /New token|token/i })
  await user.click(create as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('textbox', { name: 'Name' })
  expect(told(dialog).replace(/\d{4}-\d\d-\d\d/, 'DAY')).toMatchInlineSnapshot(`
    "dialog "New token" [modal]
      button "Close"
      New token
      form
        Name
        textbox "Name" = "Join DAY" [required]
        Identifies the token, for example by data centre or batch.
        Cluster to join
        Main
        combobox "Cluster to join" [haspopup=listbox, required]
        img "down"
        Load machines that join with this token are added to this cluster.
        Valid for
        7 days
        combobox "Valid for" [haspopup=listbox]
        img "down"
        After expiry, no new load machines can join. Machines that have joined are not affected.
        Max machines
        1 machine
        combobox "Max machines" [haspopup=listbox]
        img "down"
        After this many machines have joined, the token becomes invalid, so that a leaked token cannot be used by others.
        button "Cancel"
        button "Generate join command""
  `)
  await user.click(within(dialog).getByRole('button', { name: 'Generate join command' }))
  await waitFor(() =>
    expect(to('joinToken/create')[0]).toMatchObject({ clusterId: uuid('k1'), maxUses: '1' }),
  )
  await screen.findByText('secret-token')
  expect(told(dialog).replaceAll(/127\.0\.0\.1:\d+/g, 'SERVER')).toMatchInlineSnapshot(`
    "dialog "Add a load machine" [modal]
      button "Close"
      Add a load machine
      alert
        img "exclamation-circle"
        The token is shown only once. Copy it before you close this dialog.
      alert
        img "info-circle"
        This address can be reached from this machine only. Open Pone at an address that the load machine can reach, or change the server address in the command.
      Tokensecret-token
      button "Copy token"
      tablist
        tab "Source checkout" [selected]
        tab "Package (systemd)"
        tab "Container"
      tabpanel "Source checkout"
        Run the command in the Pone folder on the load machine; suitable for trials. When the command is stopped, the load machine goes offline.
        PONE_AGENT_TOKEN=secret-token ./pone agent --server http://SERVER
        button "Copy command"
      status: Waiting for a load machine to join…
      button "Close""
  `)
})

test.each([
  ['clusters', 'cluster/list'],
  ['machines', 'loadMachine/list'],
  ['controllers', 'cluster/controllers'],
  ['tokens', 'joinToken/list'],
])('the tab %s says why it cannot be read, and reads it again', async (tab, call) => {
  let isDown = true
  const answers: Answers = {
    'cluster/list': pageOf(clusters),
    'loadMachine/list': pageOf(machines),
    'cluster/controllers': [controller],
    'joinToken/list': tokens,
  }
  const { user } = await open(`/?tab=${tab}`, {
    [call]: () => (isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : answers[call]),
  })
  await screen.findByText(/The database is busy/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  await waitFor(() => expect(table()).toBeTruthy())
})
