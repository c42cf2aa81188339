// The same as `main.mjs`, for whoever starts the server by this name.
import './main.mjs';
