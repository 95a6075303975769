import { mount } from 'svelte'
import './studio.css'
import App from './App.svelte'
import { Studio } from './state/studio.svelte.ts'

const studio = new Studio()
mount(App, { target: document.getElementById('app')!, props: { studio } })
void studio.start()
