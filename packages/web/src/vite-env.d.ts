/// <reference types="vite/client" />

declare module 'virtual:call-table' {
  export const callTable: import('./lib/call-table.ts').CallTable
}

declare module 'virtual:action-names' {
  export const actionNames: import('./lib/actions.ts').ActionNames
}
