// STOMP itself, in a file of its own: no screen waits for the live connection, so the page fetches it afterwards.
import { Client, type StompConfig } from '@stomp/stompjs';

export const createStompClient = (config: StompConfig): Client => new Client(config);
