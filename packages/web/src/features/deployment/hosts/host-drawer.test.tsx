import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialog, open, told } from './test-hosts.tsx'

test('details of a host: every fact that is known and what is not', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('load-a'))
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      load-a
      button "Edit"
      tablist
        tab "Overview" [selected]
        tab "Logs"
        tab "Configuration files"
      tabpanel "Overview"
        term: Address
        definition: root@10.0.0.1:22
        term: Host key fingerprint
        definition: SHA256:abc
        term: Agent
        definition: 1.2.0 · Agent online · 2026-11-22 09:30:15
        term: System
        definition: Debian 13 x64
        term: Hardware
        definition: 8 cores, 16 GiB
        term: Disk
        definition: 20 GiB free of 80 GiB
        term: Java
        definition: 21.0.4
        term: Last read
        definition: 2026-11-22 09:30
        term: Assigned to projects
        definition: Shop, Bank
        term: Server address
        definition: http://pone.test:8600
        table
          row: columnheader "Agent" | Installed | 1.2.0 | 
          row: columnheader "PR" | Installed | Included in the agent | 
          row: columnheader "JMeter" | Stopped | 5.6.3 +1 | 
          row: columnheader "Arthas" | Installing 42% |  | "
  `)
})

test('details of a host without SSH, and of one of which nothing is known', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('load-b'))
  expect(told(within(await dialog()).getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Overview"
      term: Address
      definition: fe80::1
      term: Agent
      definition: 1.1.0 · Agent offline · 2026-11-22 09:30:15
      term: System
      definition: Debian 13 x64
      term: Hardware
      definition: 8 cores, 16 GiB
      term: Disk
      definition: 20 GiB free of 80 GiB
      term: Java
      definition: Java is not installed: JMeter and Arthas cannot be installed
      term: Last read
      definition: 2026-11-22 09:30
      term: Assigned to projects
      definition: Administrators only
      term: Server address
      definition: –
      table
        row: columnheader "Agent" | Offline | 1.1.0 | 
        row: columnheader "PR" | Offline | Included in the agent | 
        row: columnheader "JMeter" | Not installed; img "The last operation failed" |  | Java is not installed on the host; install Java first; java: not found
        row: columnheader "Arthas" | Not installed |  | "
  `)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByText('load-c'))
  expect(told(within(await dialog()).getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Overview"
      term: Address
      definition: root@10.0.0.1:2222
      term: Host key fingerprint
      definition: Not confirmed yet
      term: Agent
      definition: –
      term: System
      definition: Not read yet
      term: Hardware
      definition: –
      term: Disk
      definition: –
      term: Java
      definition: –
      term: Last read
      definition: –
      term: Assigned to projects
      definition: Administrators only
      term: Server address
      definition: –
      table
        row: columnheader "Agent" | Not installed |  | 
        row: columnheader "PR" | Not installed |  | 
        row: columnheader "JMeter" | Not installed |  | 
        row: columnheader "Arthas" | Not installed |  | "
  `)
})
