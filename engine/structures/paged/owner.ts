/**
 * The identity of the one engine that may write to a page. All state is stored in pages, and a write to a page of
 * another owner copies it first. So a fork makes a new owner for both sides and copies nothing (promise P5).
 */
export class Owner {}
